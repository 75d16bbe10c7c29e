import Loaders
public import ScreenAPI
public import Support
import System

extension Configuration {
  /// Reads the standard configuration files in a root file system. For this machine, whose `root` is empty, the kernel's command
  /// line may name a second theme.
  public static func installed(in root: Bytes) -> InstalledConfiguration {
    let disk = ConfigurationSource.disk(in: root)
    var files: [Bytes] = []
    let source = ConfigurationSource(
      read: { (path) throws(ParameterError) in
        let content = try disk.read(path)
        if content != nil { files.append(path) }
        return content
      }, names: disk.names)
    let configuration = Configuration(file: nil, kernelArguments: nil, from: source), installed = configuration.theme
    let current = root.isEmpty ? Configuration(file: nil) : configuration
    return InstalledConfiguration(
      files: files, themes: [installed, current.theme == installed ? nil : current.theme].compactMap { $0 },
      fonts: configuration.startup.fonts,
      historyFile: HistoryStore.file(in: configuration.startup.history ?? HistoryStore.standard),
      problems: current.problems.all, notes: current.notes.all)
  }
}
