import Loaders
import Support
import System

/// Reads the configuration's files: from the disk, or from the result of a worker process.
package struct ConfigurationSource {
  /// The content of a file; nil if it does not exist. Throws if it cannot be read.
  package let read: (Bytes) throws(ParameterError) -> [UInt8]?
  /// The names in a folder; none if it does not exist.
  package let names: (Bytes) -> [Bytes]

  package init(read: @escaping (Bytes) throws(ParameterError) -> [UInt8]?, names: @escaping (Bytes) -> [Bytes]) {
    self.read = read
    self.names = names
  }

  /// Reads from the disk, in a root file system whose path has no slash at its end.
  package static func disk(in root: Bytes = "") -> ConfigurationSource {
    ConfigurationSource { (path) throws(ParameterError) in
      do throws(SystemError) {
        return try File.read(File.path(of: path, in: root), limit: INI.limit)
      } catch {
        if error.isAbsence { return nil }
        throw ParameterError("file", error.reason(limit: INI.limit))
      }
    } names: { folder in
      (try? File.names(in: File.path(of: folder, in: root))) ?? []
    }
  }
}
