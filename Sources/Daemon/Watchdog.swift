import Support
import System

/// Sends `WATCHDOG=1` to the service manager twice in each watchdog interval (sd_watchdog_enabled(3)).
struct Watchdog {
  private let manager: ServiceManager
  /// When the next message is due; nil if the service manager does not watch us.
  private(set) var deadline: Int64?

  init(_ manager: ServiceManager) {
    self.manager = manager
    deadline = manager.watchdog.map { _ in 0 }
  }

  /// Sends no more messages.
  mutating func stop() { deadline = nil }

  mutating func dispatch(now: Int64) {
    guard let deadline, deadline <= now, let interval = manager.watchdog else { return }
    manager.notify("WATCHDOG=1")
    self.deadline = now + interval / 2
  }
}
