import Support
import System

/// Sends `WATCHDOG=1` to the service manager twice in each watchdog interval (sd_watchdog_enabled(3)).
package struct Watchdog {
  private let manager: ServiceManager
  /// When the next message is due; nil if the service manager does not watch us.
  package private(set) var deadline: Int64?

  package init(_ manager: ServiceManager) {
    self.manager = manager
    deadline = manager.watchdog.map { _ in 0 }
  }

  /// Sends no more messages.
  package mutating func stop() { deadline = nil }

  package mutating func dispatch(now: Int64) {
    guard let deadline, deadline <= now, let interval = manager.watchdog else { return }
    manager.notify("WATCHDOG=1")
    self.deadline = now + interval / 2
  }
}
