import Loaders
import Support

/// What is wrong with a theme in any mode, as `loaderctl check` prints it (`ThemeCheck`).
struct ThemeFindings {
  /// The lines that are ignored, each with its file.
  private(set) var errors: [(file: Bytes, line: Int, reason: Bytes)] = []
  /// What is usable and yet bad to look at.
  private(set) var warnings: [Bytes] = []
  /// The path of `theme.conf`, for warnings.
  private let path: Bytes

  /// Nothing is found yet.
  init(_ path: Bytes) { self.path = path }

  /// Examines the theme in a language. `files` reads the files that it names.
  mutating func examine(_ text: ThemeText, _ files: Files) {
    for mode in Theme.modes {
      let theme = Theme(text.ini, mode: mode, files)
      for complaint in theme.complaints {
        let place = text.place(of: complaint.line)
        let isKnown = errors.contains {
          $0.file == place.file && $0.line == place.line && $0.reason == complaint.reason
        }
        if !isKnown { errors.append((place.file, place.line, complaint.reason)) }
      }
      theme.measureContrasts { name, contrast in
        let tenths = Double(Int(contrast * 10)) / 10
        let warning: Bytes =
          "\(path): the \(name) has a contrast of \(tenths):1 to the background, small text needs 4.5:1"
        if contrast < 4.5, !warnings.contains(warning) { warnings.append(warning) }
      }
    }
    let missing = text.untranslated
    if !missing.isEmpty { warnings.append("\(text.translation): not in section Words: \(missing.joined(by: ", "))") }
  }
}
