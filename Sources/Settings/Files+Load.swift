import Loaders
import Support
import System

extension Files {
  /// The content of a file that a loader or a theme names. Throws, with the path, if it cannot be read or is larger
  /// than `limit`.
  package static func load(_ path: Bytes) throws(ParameterError) -> [UInt8] {
    do throws(SystemError) {
      return try File.read(path, limit: limit)
    } catch {
      throw ParameterError("file", "\(path): \(error.reason(limit: limit))")
    }
  }
}

extension SystemError {
  /// The reason why a file of at most `limit` bytes could not be read.
  func reason(limit: Int) -> Bytes {
    code == Errno.fileTooLarge ? "larger than \(limit >> 10) KiB; make it smaller" : reason
  }
}
