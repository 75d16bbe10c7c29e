import Images
import Loaders
import Settings
import Support
import System

/// A theme whose files are in memory, so that a mode's theme is made without reading or decoding files.
///
/// Before the first frame only the files that it needs are read. A worker process reads all of them afterwards.
final class LoadedTheme {
  let text: ThemeText
  private let files: Files
  /// The loaders whose files are read at once; nil is all.
  private let loaders: [Bytes]?
  /// The theme of the first frame, so that it is made once.
  private var first: (mode: ScreenMode, theme: Theme)?

  init(_ text: ThemeText, _ files: Files, only loaders: [Bytes]? = nil) {
    self.text = text
    self.files = files
    self.loaders = loaders
  }

  /// The theme in a mode.
  func theme(for mode: ScreenMode) -> Theme {
    if let first, first.mode == mode { return first.theme }
    return Theme(text.ini, mode: mode, files, only: loaders)
  }

  /// The modes that have a section of their own, after one mode that stands for all others.
  var modes: [ScreenMode] {
    let sections = text.ini.entries.map { $0.section }
    let own = ScreenMode.allCases.filter { sections.contains($0.name) }
    return ScreenMode.allCases.filter { !own.contains($0) }.prefix(1) + own
  }

  /// The settings that cannot be used in a mode, each with its file and line.
  func problems(in mode: ScreenMode) -> [Bytes] { LoadedTheme.problems(theme(for: mode), text) }

  static func problems(_ theme: Theme, _ text: ThemeText) -> [Bytes] {
    theme.problems.map { problem in
      let place = text.place(of: problem.line)
      return "\(place.file):\(place.line): \(problem.reason)"
    }
  }

  /// Reads the files that the first frame needs: those of `mode` and of its loader. Throws if the theme cannot be read.
  static func first(
    _ name: Bytes, mode: ScreenMode, language: Bytes
  ) throws(ParameterError) -> (theme: LoadedTheme, gate: Gate) {
    let folder = ThemeFolder(name)
    let text = try LoadedTheme.read(folder, language: language, from: .disk())
    let gate = Gate()
    // Of a picture's variants only the one that fits the display is decoded, and of a sequence the first frame is read.
    let files = Files(
      { (path) throws(ParameterError) in
        if !gate.isOpen { throw ParameterError("file", "\(path): not read yet") }
        return try Files.load(folder.path(of: path))
      }, isDecodedOnUse: true)
    let loaders = [Theme.loader(text.ini, mode: mode)].compactMap { $0 }
    let theme = LoadedTheme(text, files.remembering(), only: loaders)
    theme.first = (mode, theme.theme(for: mode))
    return (theme, gate)
  }

  /// Whether files may be read in the daemon, which is closed after the first frame.
  final class Gate {
    var isOpen = true
  }

  /// Parses theme.conf and its translation. Throws if theme.conf cannot be read, or if no line is a setting.
  static func read(
    _ folder: ThemeFolder, language: Bytes, from source: ConfigurationSource
  ) throws(ParameterError) -> ThemeText {
    let text: ThemeText
    do throws(ParameterError) {
      text = try ThemeText(folder, language: language, read: source.read)
    } catch {
      throw ParameterError("theme", "\(folder.file): \(error.reason)")
    }
    if text.ini.entries.isEmpty, let problem = text.ini.problems.first {
      throw ParameterError("theme", "\(folder.file):\(problem.line): \(problem.reason)")
    }
    return text
  }
}
