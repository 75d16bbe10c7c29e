public import Notation
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
  public private(set) var words = Wording()
  private var parameters: [(loader: Bytes, name: Bytes, text: Bytes)] = []
  private var scheme = Scheme.dark
  /// What could not be used, each with its line.
  public private(set) var complaints: [(line: Int, reason: Bytes)]

  public static var keys: [Bytes] {
    [
      "background", "background-fit", "logo", "scheme", "loader", "text", "title", "subtitle",
    ]
  }
  public static var modes: [Bytes] { ["boot", "shutdown", "reboot", "update", "firmware", "reset"] }

  /// `files` reads the files that it names, relative to its folder.
  public init(_ ini: INI, mode: Bytes, _ files: Files) {
    complaints = ini.complaints
    var chosen: [INI.Entry] = []
    for entry in ini.entries {
      if entry.section == "Theme" || Theme.modes.contains(entry.section) {
        guard Theme.keys.contains(entry.key) else {
          complaints.append((entry.line, "'\(entry.key)': unknown; there are \(Theme.keys.joined(by: ", "))"))
          continue
        }
        if entry.section == "Theme" || entry.section == mode { chosen.append(entry) }
      } else if entry.section == "Words" {
        if words[entry.key] != nil {
          words[entry.key] = entry.value
        } else {
          complaints.append((entry.line, "'\(entry.key)': unknown; there are \(Wording.keys.joined(by: ", "))"))
        }
      } else if let loader = Catalog.entry(named: entry.section) {
        take(entry, of: loader, files)
      } else {
        complaints.append((entry.line, "section '\(entry.section)': neither Theme, Words, a mode nor a loader"))
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

  private mutating func take(
    _ entry: INI.Entry, of loader: Catalog, _ files: Files
  ) {
    do throws(ParameterError) {
      _ = try Values([(entry.key, entry.value)], for: loader.parameters, files)
      parameters.append((entry.section, entry.key, entry.value))
    } catch {
      complaints.append((entry.line, "\(error.name): \(error.reason)"))
    }
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
      let known = Catalog.all.map { Bytes($0.name) }.joined(by: ", ")
      complaints.append((entry.line, "loader: no loader '\(entry.value)'; there are \(known)"))
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
