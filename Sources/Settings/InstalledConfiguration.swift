import Loaders
import Support
import System

/// What the standard configuration files in a root file system say, as far as other programs than loaderd need it.
package struct InstalledConfiguration {
  /// Paths of the files that exist.
  package let files: [Bytes]
  /// Names or paths of the themes; the last is the one that is shown. For this machine, the kernel's command line may
  /// name the second one.
  package let themes: [Bytes]
  /// The files of further fonts with commas between them; empty if there are none.
  package let fonts: Bytes
  /// The file with learned durations; nil if durations are not stored.
  package let historyFile: Bytes?
  /// Lines about settings that cannot be used, each with its place.
  package let problems: [Bytes]
  /// Lines about settings that have a new name.
  package let notes: [Bytes]

  /// Reads the files in a root file system, whose path has no slash at its end: empty for this machine.
  package init(in root: Bytes) {
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
    self.files = files
    themes = [installed, current.theme == installed ? nil : current.theme].compactMap { $0 }
    fonts = configuration.startup.fonts
    historyFile = configuration.startup.historyFile
    problems = current.problems.all
    notes = current.notes.all
  }
}
