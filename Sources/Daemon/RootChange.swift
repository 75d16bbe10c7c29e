import System

/// The change from the initramfs to the machine's real root file system (`RootDirectory`).
extension Daemon {
  /// Nanoseconds between looks whether the root file system has changed.
  private static var rootCheckInterval: Int64 { 250_000_000 }

  /// When `dispatchRoot` must look again: a mount may be the last event of a switch_root(8). Nil after the change.
  var rootDeadline: Int64? { rootDirectory == nil ? nil : nextRootCheck }

  /// Follows the machine to its real root file system, and makes the socket there again.
  func dispatchRoot(_ now: Int64) {
    guard let rootDirectory, nextRootCheck <= now else { return }
    nextRootCheck = now + Daemon.rootCheckInterval
    guard rootDirectory.follow() else { return }
    self.rootDirectory = nil
    restoreSocket()
    historyStore?.noteMount()
  }
}
