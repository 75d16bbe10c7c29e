import Support
import System

extension Lock {
  /// Locks a device for this process, so that a second loaderd waits. The lock is a file in /run/loaderd named like the
  /// device's node. Nil where that folder cannot be written; throws while another loaderd has the lock.
  static func device(_ path: Bytes) throws(OutputError) -> Lock? {
    let folder: Bytes = "/run/loaderd"
    do throws(SystemError) {
      try File.makeDirectory(folder)
      return try Lock("\(folder)/\(path.lastPathComponent).lock")
    } catch {
      if !error.isBusy { return nil }
      throw OutputError("\(path): another loaderd owns the display; waiting until it ends", error)
    }
  }
}
