import Support
import System

/// The mode from before an update, in the file descriptor store of the service manager. If this process ends in the
/// middle of the update, loaderd only knows the mode `update`; the next process restores the one that is stored.
final class PreviousMode {
  private static var name: Bytes { "mode" }
  private static var limit: Int { 64 }

  private let manager: ServiceManager
  /// What is in the store; nil for nothing.
  private(set) var stored: Bytes?

  /// Reads what the process before has stored.
  init(_ manager: ServiceManager) {
    self.manager = manager
    let file = manager.takeKept().first { $0.name == PreviousMode.name }?.descriptor
    stored = file.flatMap { try? $0.content(limit: PreviousMode.limit) }.map { Bytes($0) }
  }

  /// Stores the mode in place of the one before; nil is none.
  func store(_ mode: Bytes?) {
    manager.sendUnsent()
    if mode == stored { return }
    if stored != nil { manager.forget(name: PreviousMode.name) }
    stored = mode
    // Without memory for the file, the mode is lost when this process ends.
    if let mode, let file = try? FileDescriptor(memory: mode.utf8) { manager.keep(file, name: PreviousMode.name) }
  }
}
