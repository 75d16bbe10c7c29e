import Images
import System
import Loaders
import Support

/// A theme whose files are in memory: its look in a mode is made of them without reading or decoding.
///
/// At the start only what the first picture needs is read. A worker process reads the rest afterwards.
final class LoadedTheme {
  let folder: ThemeFolder
  private let ini: INI
  private let files: Files
  /// The loaders whose files were read; nil is all.
  private let loaders: [Bytes]?

  init(_ folder: ThemeFolder, _ ini: INI, _ files: Files, only loaders: [Bytes]? = nil) {
    (self.folder, self.ini, self.files, self.loaders) = (folder, ini, files, loaders)
  }

  /// How it looks in a mode.
  func theme(for mode: Bytes) -> Theme { Theme(ini, mode: mode, files, only: loaders) }

  /// The modes that have a section of their own, after the one that stands for all others.
  var modes: [Bytes] {
    let own = Theme.modes.filter { mode in ini.entries.contains { $0.section == mode } }
    return Theme.modes.filter { !own.contains($0) }.prefix(1) + own
  }

  /// What cannot be used in a mode, each with its file and line.
  func problems(in mode: Bytes) -> [Bytes] { LoadedTheme.problems(theme(for: mode), folder) }

  static func problems(_ theme: Theme, _ folder: ThemeFolder) -> [Bytes] {
    theme.complaints.map { "\(folder.file):\($0.line): \($0.reason)" }
  }

  /// Reads what the first picture needs: the files that `mode` names, and those of its loader and of `loaders`. Throws a
  /// reason where the theme cannot be read.
  static func first(
    _ name: Bytes, mode: Bytes, showing loaders: [Bytes]
  ) throws(ParameterError) -> (theme: LoadedTheme, gate: Gate) {
    let folder = ThemeFolder(name)
    let ini = try LoadedTheme.read(folder, from: .disk)
    let gate = Gate()
    let files = Files { (path) throws(ParameterError) in
      if !gate.isOpen { throw ParameterError("file", "\(path): not read yet") }
      return try Daemon.load(folder.path(of: path))
    }
    let all = loaders + [Theme.loader(ini, mode: mode)].compactMap { $0 }
    return (LoadedTheme(folder, ini, files.remembering(), only: all), gate)
  }

  /// Lets files be read, until the first picture is there.
  final class Gate {
    var isOpen = true
  }

  /// The theme's description. Throws a reason where there is none, or nothing in it is a setting.
  static func read(_ folder: ThemeFolder, from source: ConfigurationSource) throws(ParameterError) -> INI {
    let content: [UInt8]?
    do throws(ParameterError) {
      content = try source.read(folder.file)
    } catch {
      throw ParameterError("theme", "\(folder.file): \(error.reason)")
    }
    guard let content else { throw ParameterError("theme", "\(folder.file): No such file or directory") }
    let ini = INI(Bytes(content))
    if ini.entries.isEmpty, let complaint = ini.complaints.first {
      throw ParameterError("theme", "\(folder.file):\(complaint.line): \(complaint.reason)")
    }
    return ini
  }
}
