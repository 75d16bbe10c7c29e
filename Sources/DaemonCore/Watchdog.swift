import Support
import System

/// When the service manager gets messages: `WATCHDOG=1` twice in each watchdog interval (sd_watchdog_enabled(3)), and
/// those for which its queue had no space ten times a second.
package struct Watchdog {
  private let manager: ServiceManager
  /// When `WATCHDOG=1` is due; nil if the service manager does not watch us.
  private var nextPing: Int64?
  private var nextAttempt: Int64 = 0

  package init(_ manager: ServiceManager) {
    self.manager = manager
    nextPing = manager.watchdog.map { _ in 0 }
  }

  /// When the next message is due; nil if none is.
  package var deadline: Int64? { manager.hasUnsent ? min(nextAttempt, nextPing ?? .max) : nextPing }

  /// Sends no more `WATCHDOG=1`.
  package mutating func stop() { nextPing = nil }

  package mutating func dispatch(now: Int64) {
    if manager.hasUnsent, nextAttempt <= now {
      manager.sendUnsent()
      nextAttempt = now + 100_000_000
    }
    guard let nextPing, nextPing <= now, let interval = manager.watchdog else { return }
    manager.notify("WATCHDOG=1")
    self.nextPing = now + interval / 2
  }
}
