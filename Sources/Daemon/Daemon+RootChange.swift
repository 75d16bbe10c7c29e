import System

/// The change from the initramfs to the machine's real root file system (`RootDirectory`).
extension Daemon {
  /// Follows the machine to its real root file system, and makes the socket there again.
  func dispatchRoot(_ now: Int64) {
    guard rootDirectory?.follow(now: now) == true else { return }
    rootDirectory = nil
    restoreSocket()
    inputs.restart(now)  // the helper would look for new devices in the old root
    historyStore?.noteMount()
  }
}
