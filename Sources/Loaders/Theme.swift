import Raster
public import Scene
public import Support

/// The look of a product's screens in one mode, read from a `theme.conf` (docs/themes.md).
///
/// Section `Theme` has the keys of `keys`. A section with a mode's name overrides them in that mode, a section with a
/// loader's name has that loader's parameters, and section `Words` has the texts of `Strings`.
public struct Theme {
  /// The background of the screen; nil keeps the boot background, or else the colour of the scheme.
  public private(set) var background: Backdrop?
  /// The values of `keys`.
  public private(set) var style = ParameterValues(defaultsOf: Theme.keys)
  /// The name of the loader that is shown first; nil shows none.
  public private(set) var loader: Bytes?
  /// The texts of section `Words`, and default texts for the rest.
  public private(set) var strings = Strings()
  /// The entries of the sections with a loader's name, in the order of the file.
  private var parameters: [(loader: Bytes, name: Bytes, text: Bytes)] = []
  /// The entries of loaders that are not read yet.
  private var unread: [INI.Entry] = []
  /// Reads the files that the theme names, relative to its folder.
  public let files: Files
  /// The text of `accent`; nil if there is none.
  private var accent: Bytes?
  /// Entries that were ignored, each with its line number, which counts from 1.
  public private(set) var problems: [(line: Int, reason: Bytes)]

  /// The prefix of file names in `parameters(of:)`. It marks files that `files` of the theme reads.
  public static var filePrefix: Bytes { "theme:" }
  /// The reader of the files that its parameters name.
  public var reader: Files { files.adding(files, prefix: Theme.filePrefix) }

  /// The name of the loader that is shown first in a mode, without reading any of the theme's files; nil if there is
  /// none.
  public static func loader(_ ini: INI, mode: ScreenMode) -> Bytes? {
    let entries = ini.entries.filter { $0.key == "loader" }
    let chosen = entries.last { $0.section == mode.name } ?? entries.last { $0.section == "Theme" }
    return chosen.flatMap { Catalog.entry(named: $0.value) == nil ? nil : $0.value }
  }

  /// The theme of a mode. Invalid entries are ignored and added to `problems`.
  ///
  /// - Parameters:
  ///   - ini: The content of `theme.conf`.
  ///   - mode: What the screen is for.
  ///   - files: Reads the files that the theme names, relative to its folder.
  ///   - loaders: The loaders whose sections are read now; nil for all. Those of other loaders are read when
  ///     `parameters(of:)` asks for them, and their errors are not problems.
  public init(_ ini: INI, mode: ScreenMode, _ files: Files, only loaders: [Bytes]? = nil) {
    self.files = files
    problems = ini.problems
    var chosen: [INI.Entry] = []
    let keys = Theme.keys, names = keys.map { Bytes($0.name) }, modes = ScreenMode.names
    for entry in ini.entries {
      if entry.section == "Theme" || modes.contains(entry.section) {
        guard names.contains(entry.key) else {
          problems.append((entry.line, Theme.unknown(entry.key, names)))
          continue
        }
        if entry.section == "Theme" || entry.section == mode.name { chosen.append(entry) }
      } else if entry.section == "Words" {
        if strings[entry.key] != nil {
          strings[entry.key] = entry.value
        } else {
          problems.append((entry.line, Theme.unknown(entry.key, Strings.keys)))
        }
      } else if let loader = Catalog.entry(named: entry.section) {
        if loaders?.contains(entry.section) ?? true { addParameter(entry, of: loader) } else { unread.append(entry) }
      } else {
        let suggestion = entry.section.suggestion(among: ["Theme", "Words"] + modes + Catalog.names)
        let reason: Bytes =
          entry.section.isEmpty
          ? "\(quoted: entry.key) is before the first section"
          : "section \(quoted: entry.section): neither Theme, Words, a mode nor a loader\(suggestion)"
        problems.append((entry.line, reason))
      }
    }
    // The section of the mode overrides section `Theme`, also if it comes before it.
    func value(_ key: Bytes) -> INI.Entry? {
      chosen.last { $0.key == key && $0.section == mode.name } ?? chosen.last { $0.key == key }
    }
    for key in keys {
      guard let entry = value(Bytes(key.name)) else { continue }
      do throws(ParameterError) {
        try style.set(key, entry.value, files)
      } catch {
        problems.append((entry.line, "\(error.name): \(error.reason)"))
      }
    }
    if let entry = value("background") { setBackground(entry) }
    if let entry = value("loader") { setLoader(entry) }
    if style.colorIfSet("accent") != nil { accent = value("accent")?.value }
  }

  /// The picture above the loader; nil draws none.
  public var logo: Artwork? { style.pictures("logo")?.first }
  /// The text of the loader; nil if the theme has none.
  public var text: Bytes? { style.textIfSet("text") }
  /// The heading below the loader; nil uses the mode's.
  public var title: Bytes? { style.textIfSet("title") }
  /// The line below the heading; nil uses the mode's.
  public var subtitle: Bytes? { style.textIfSet("subtitle") }
  /// The status line under the theme's loader; nil shows none.
  public var status: Bytes? { style.textIfSet("status") }
  /// How the screen ends before another program or a text replaces it; nil leaves it to the daemon.
  public var landing: Landing.Kind? { style.choice("landing").flatMap { Landing.kind($0) } }

  /// The parameters that the theme sets for a loader, for `CatalogEntry.loader`. The last entry of a name is used.
  public func parameters(of loader: Bytes) -> [(name: Bytes, text: Bytes)] {
    var given: [(name: Bytes, text: Bytes)] = [], theme = self
    if let known = Catalog.entry(named: loader) {
      for entry in unread where entry.section == loader { theme.addParameter(entry, of: known) }
    }
    for entry in theme.parameters where entry.loader == loader {
      given.removeAll { $0.name == entry.name }
      given.append((entry.name, entry.text))
    }
    let parameters = Catalog.entry(named: loader)?.parameters ?? []
    if let accent, parameters.contains(where: { Bytes($0.name) == "color" && $0.standard.map { Bytes($0) } == "blue" }),
      !given.contains(where: { $0.name == "color" })
    {
      given.append(("color", accent))
    }
    if style.scheme == .light, !given.contains(where: { $0.name == "scheme" }) { given.append(("scheme", "light")) }
    return given
  }

  /// Checks an entry of a loader's section and adds it to `parameters`.
  private mutating func addParameter(_ entry: INI.Entry, of loader: CatalogEntry) {
    var text = entry.value
    switch loader.parameters.first(where: { Bytes($0.name) == entry.key })?.kind {
    case .sequence?: text = Theme.filePrefix + text
    case .font?, .pictures?:
      text = text.split(at: UInt8(ascii: ",")).map { Theme.filePrefix + $0.trimmed }.joined(by: ",")
    default: break
    }
    do throws(ParameterError) {
      let values = try ParameterValues([(entry.key, text)], for: loader.parameters, reader)
      if let problem = values.problems.first { throw problem }
      parameters.append((entry.section, entry.key, text))
    } catch {
      problems.append((entry.line, "\(error.name): \(error.reason)"))
    }
  }

  /// The reason for an unknown key, with the known ones and the most similar one.
  private static func unknown(_ key: Bytes, _ known: [Bytes]) -> Bytes {
    "\(quoted: key): unknown; there are \(known.joined(by: ", "))\(key.suggestion(among: known))"
  }

  private mutating func setLoader(_ entry: INI.Entry) {
    if Catalog.entry(named: entry.value) != nil || entry.value == "none" {
      loader = entry.value == "none" ? nil : entry.value
    } else {
      let known = Catalog.names, suggestion = entry.value.suggestion(among: known)
      problems.append(
        (entry.line, "loader: no loader \(quoted: entry.value); there are \(known.joined(by: ", "))\(suggestion)"))
    }
  }

  private mutating func setBackground(_ entry: INI.Entry) {
    if entry.value.hasSuffix(".png") {
      do throws(ParameterError) {
        let fit: Backdrop.Fit =
          switch style.choice("background-fit") {
          case "fit": .fit
          case "none": .none
          default: .fill
          }
        background = .picture(try Artwork("background", entry.value, files), fit, over: style.scheme.background)
      } catch {
        problems.append((entry.line, "background: \(error.reason)"))
      }
      return
    }
    var colors: [Color] = []
    for part in entry.value.split(at: UInt8(ascii: ",")) {
      guard let color = Color(part.trimmed, style.scheme) else {
        let reason: Bytes = "\(quoted: part.trimmed) is neither a colour, such as #204060 or blue, nor a .png file"
        problems.append((entry.line, "background: \(reason)"))
        return
      }
      colors.append(color)
    }
    background = colors.count == 1 ? .color(colors[0]) : .gradient(colors)
  }
}
