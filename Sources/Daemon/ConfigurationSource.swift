import System
import Loaders
import Support

/// Where the configuration's files are read: the disk, or what a worker process has read of it.
struct ConfigurationSource {
  /// The content of a file; nil where there is none. Throws where it cannot be read.
  let read: (Bytes) throws(ParameterError) -> [UInt8]?
  /// The names in a folder; none where there is no folder.
  let names: (Bytes) -> [Bytes]

  /// The files themselves.
  static var disk: ConfigurationSource {
    ConfigurationSource { (path) throws(ParameterError) in
      do throws(SystemError) {
        return try File.read(path, limit: INI.limit)
      } catch {
        if error.isAbsence { return nil }
        throw ParameterError("file", error.reason)
      }
    } names: { folder in
      (try? File.names(in: folder)) ?? []
    }
  }
}
