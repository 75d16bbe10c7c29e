public import Loaders
import Scene
public import Support
public import Text

/// What is wrong with a theme in any mode. `loaderctl check` prints it, and the studio lists it.
public struct ThemeFindings {
  /// The lines that are ignored, each with its file.
  public private(set) var errors: [(file: Bytes, line: Int, reason: Bytes)] = []
  /// What is usable and yet bad to look at.
  public private(set) var warnings: [Bytes] = []
  /// The path of `theme.conf`, for warnings.
  private let path: Bytes
  /// The displays on which the screens are laid out.
  private let displays: [ThemeDisplay]
  /// What does not fit on them; a translation does not repeat it.
  private var compromises: [Bytes] = []

  /// Nothing is found yet.
  public init(_ path: Bytes, on displays: [ThemeDisplay] = ThemeDisplay.standard) {
    self.path = path
    self.displays = displays
  }

  /// Adds a warning that does not come from the theme's own files.
  public mutating func warn(_ warning: Bytes) { warnings.append(warning) }

  /// Examines the theme in a language. `files` reads the files that it names; `typesetter` has the fonts of the
  /// machine.
  public mutating func examine(_ text: ThemeText, _ files: Files, _ typesetter: Typesetter) {
    var missing: [UInt32] = []
    for mode in ScreenMode.allCases {
      let theme = Theme(text.ini, mode: mode, files)
      add(theme.problems, of: text)
      theme.measureContrasts { name, contrast in
        let tenths = Double(Int(contrast * 10)) / 10
        let warning: Bytes =
          "\(path): the \(name) has a contrast of \(tenths):1 to the background, small text needs 4.5:1"
        if contrast < 4.5, !warnings.contains(warning) { warnings.append(warning) }
      }
      for scalar in theme.missingCharacters(typesetter) where !missing.contains(scalar) { missing.append(scalar) }
    }
    // loaderd does not read a line that a later one replaces; that one may be taken away, though.
    for entry in text.ini.entries {
      add(Theme(INI(entry), mode: ScreenMode(entry.section) ?? .boot, files).problems, of: text)
    }
    if !missing.isEmpty { warnings.append(ThemeFindings.warning(of: missing, in: text, path)) }
    let place = text.translation.isEmpty ? path : text.translation
    let screens = displays.isEmpty ? [] : ThemeDisplay.screens(of: text, files)
    for display in displays {
      for compromise in display.compromises(of: screens, typesetter) where !compromises.contains(compromise) {
        compromises.append(compromise)
        warn("\(place): \(compromise)")
      }
    }
    let untranslated = text.untranslated
    if !untranslated.isEmpty {
      let keys = untranslated.joined(by: ", ")
      warnings.append("\(text.translation): not in section Words, or not with as many %: \(keys)")
    }
  }

  private mutating func add(_ problems: [(line: Int, reason: Bytes)], of text: ThemeText) {
    for problem in problems {
      let place = text.place(of: problem.line)
      let isKnown = errors.contains {
        $0.file == place.file && $0.line == place.line && $0.reason == problem.reason
      }
      if !isKnown { errors.append((place.file, place.line, problem.reason)) }
    }
  }

  /// The warning of characters that no font has.
  private static func warning(of missing: [UInt32], in text: ThemeText, _ path: Bytes) -> Bytes {
    var some = Bytes()
    for scalar in missing.prefix(20) {
      some += " "
      some.append(scalar: scalar)
    }
    if missing.count > 20 { some += " and \(missing.count - 20) more" }
    let place = text.translation.isEmpty ? path : text.translation
    return "\(place): no font has:\(some); set font in the theme, or fonts in loaderd.conf"
  }
}
