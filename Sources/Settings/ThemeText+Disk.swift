import Loaders
import Support
import System

extension ThemeText {
  /// Reads the text of a theme from a root file system, whose path has no slash at its end. `note` is called with each
  /// file that was read.
  ///
  /// Throws if `theme.conf` cannot be read, with its path and what `name` stands for.
  package init(
    _ name: Bytes, language: Bytes, in root: Bytes, _ note: (Bytes, [UInt8]) -> Void
  ) throws(ParameterError) {
    let folder = ThemeFolder(name), source = ConfigurationSource.disk(in: root)
    do throws(ParameterError) {
      try self.init(folder, language: language) { (path) throws(ParameterError) in
        let content = try source.read(path)
        if let content { note(path, content) }
        return content
      }
    } catch {
      let isMissing = !File.exists(File.path(of: folder.file, in: root))
      let isHere = isMissing && root.isEmpty && File.exists("\(name)/theme.conf")
      let hint: Bytes = isHere ? "; there is a folder ./\(name)" : isMissing ? "; a theme is a folder" : ""
      throw ParameterError("theme", "\(root)\(folder.file): \(error.reason)\(hint)")
    }
  }
}
