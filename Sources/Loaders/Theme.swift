public import Support
import Raster
public import Scene

/// How a product's screens look: `theme.conf` in a folder with the files that it names.
///
/// Section `Theme` has `background` (a colour, colours from top to bottom, or a PNG file), `background-fit` (`fit`, `fill`,
/// `none`), `logo`, `scheme`, `loader`, `text`, `title` and `subtitle`; a section with a mode's name (`update` …) has what differs in that mode;
/// a section with a loader's name has its parameters, and `Words` what the screen says by itself.
public struct Theme {
  public private(set) var background: Backdrop?
  public private(set) var logo: Artwork?
  /// The first loader, its text and how it is set; nil shows none.
  public private(set) var loader: Bytes?
  public private(set) var text: Bytes?
  /// Nil has those of the mode.
  public private(set) var title: Bytes?
  public private(set) var subtitle: Bytes?
  public private(set) var words = Strings()
  /// The status line under the theme's loader; nil shows none.
  public private(set) var status: Bytes?
  private var parameters: [(loader: Bytes, name: Bytes, text: Bytes)] = []
  /// Reads the files that the theme names, relative to its folder.
  public let files: Files
  private var scheme = Scheme.dark
  /// What could not be used, each with its line.
  public private(set) var complaints: [(line: Int, reason: Bytes)]

  public static var keys: [Bytes] {
    [
      "background", "background-fit", "logo", "scheme", "loader", "text", "status", "title", "subtitle",
    ]
  }
  public static var modes: [Bytes] { ["boot", "shutdown", "reboot", "update", "firmware", "reset"] }

  /// Names of files that a theme gives to a loader begin with this, so that `files` of the theme reads them.
  public static var filePrefix: Bytes { "theme:" }

  /// The loader that a theme starts with in a mode, without reading any of its files; nil where it has none.
  public static func loader(_ ini: INI, mode: Bytes) -> Bytes? {
    let named = ini.entries.filter { $0.key == "loader" && Catalog.entry(named: $0.value) != nil }
    return (named.last { $0.section == mode } ?? named.last { $0.section == "Theme" })?.value
  }

  /// `files` reads the files that it names, relative to its folder. With `only` the sections of other loaders are left
  /// out, and their files unread.
  public init(_ ini: INI, mode: Bytes, _ files: Files, only loaders: [Bytes]? = nil) {
    self.files = files
    complaints = ini.complaints
    var chosen: [INI.Entry] = []
    for entry in ini.entries {
      if entry.section == "Theme" || Theme.modes.contains(entry.section) {
        guard Theme.keys.contains(entry.key) else {
          complaints.append((entry.line, Theme.unknown(entry.key, Theme.keys)))
          continue
        }
        if entry.section == "Theme" || entry.section == mode { chosen.append(entry) }
      } else if entry.section == "Words" {
        if words[entry.key] != nil {
          words[entry.key] = entry.value
        } else {
          complaints.append((entry.line, Theme.unknown(entry.key, Strings.keys)))
        }
      } else if let loader = Catalog.entry(named: entry.section) {
        if loaders?.contains(entry.section) ?? true { take(entry, of: loader) }
      } else {
        let suggestion = entry.section.suggestion(among: ["Theme", "Words"] + Theme.modes + Catalog.names)
        complaints.append(
          (entry.line, "section '\(entry.section)': neither Theme, Words, a mode nor a loader\(suggestion)"))
      }
    }
    // A mode's own section wins, wherever it stands.
    func value(_ key: Bytes) -> INI.Entry? {
      chosen.last { $0.key == key && $0.section == mode } ?? chosen.last { $0.key == key }
    }
    if let entry = value("scheme") { take(scheme: entry) }
    if let entry = value("background") { take(background: entry, fit: value("background-fit"), files) }
    if let entry = value("logo") { logo = picture(entry, files) }
    if let entry = value("loader") { take(loader: entry) }
    text = value("text")?.value
    status = value("status")?.value
    (title, subtitle) = (value("title")?.value, value("subtitle")?.value)
  }

  /// The parameters that the theme sets for a loader.
  public func parameters(of loader: Bytes) -> [(name: Bytes, text: Bytes)] {
    var given: [(name: Bytes, text: Bytes)] = []
    for entry in parameters where entry.loader == loader {
      given.removeAll { $0.name == entry.name }
      given.append((entry.name, entry.text))
    }
    if scheme == .light, !given.contains(where: { $0.name == "scheme" }) { given.append(("scheme", "light")) }
    return given
  }

  private mutating func take(_ entry: INI.Entry, of loader: Catalog) {
    var text = entry.value
    switch loader.parameters.first(where: { Bytes($0.name) == entry.key })?.kind {
    case .font?: text = Theme.filePrefix + text
    case .pictures?:
      text = text.split(at: UInt8(ascii: ",")).map { Theme.filePrefix + $0.trimmed }.joined(by: ",")
    default: break
    }
    do throws(ParameterError) {
      let reader = files.adding(files, prefix: Theme.filePrefix)
      let values = try ParameterValues([(entry.key, text)], for: loader.parameters, reader)
      if let complaint = values.complaints.first { throw complaint }
      parameters.append((entry.section, entry.key, text))
    } catch {
      complaints.append((entry.line, "\(error.name): \(error.reason)"))
    }
  }

  private static func unknown(_ key: Bytes, _ known: [Bytes]) -> Bytes {
    "'\(key)': unknown; there are \(known.joined(by: ", "))\(key.suggestion(among: known))"
  }

  private mutating func take(scheme entry: INI.Entry) {
    switch entry.value {
    case "dark": scheme = .dark
    case "light": scheme = .light
    default: complaints.append((entry.line, "scheme: '\(entry.value)' is not one of dark, light"))
    }
  }

  private mutating func take(loader entry: INI.Entry) {
    if Catalog.entry(named: entry.value) != nil || entry.value == "none" {
      loader = entry.value == "none" ? nil : entry.value
    } else {
      let known = Catalog.names, suggestion = entry.value.suggestion(among: known)
      complaints.append(
        (entry.line, "loader: no loader '\(entry.value)'; there are \(known.joined(by: ", "))\(suggestion)"))
    }
  }

  private mutating func take(
    background entry: INI.Entry, fit: INI.Entry?, _ files: Files
  ) {
    if entry.value.hasSuffix(".png") {
      guard let picture = picture(entry, files) else { return }
      var how = Backdrop.Fit.fill
      switch fit?.value {
      case nil, "fill": break
      case "fit": how = .fit
      case "none": how = .none
      case let other?: complaints.append((fit?.line ?? 0, "background-fit: '\(other)' is not one of fit, fill, none"))
      }
      background = .picture(picture, how, over: scheme.background)
      return
    }
    var colors: [Color] = []
    for part in entry.value.split(at: 0x2C) {
      guard let color = Color(part.trimmed, scheme) else {
        complaints.append((entry.line, "background: '\(part.trimmed)' is neither a colour nor a .png file"))
        return
      }
      colors.append(color)
    }
    background = colors.count == 1 ? .color(colors[0]) : .gradient(colors)
  }

  private mutating func picture(
    _ entry: INI.Entry, _ files: Files
  ) -> Artwork? {
    do throws(ParameterError) {
      return try Artwork("picture", entry.value, files)
    } catch {
      complaints.append((entry.line, "\(entry.key): \(error.reason)"))
      return nil
    }
  }
}
