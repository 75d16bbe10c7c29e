import LoaderBridge
import Support
import Varlink

/// What was seen, and what loaderd is still to be told of it.
final class PendingUpdates {
  var updates = Updates()
  var failures: Failures
  var boot = BootProgress()
  var log = LogQueue()

  init(_ options: Options) { failures = Failures(options.failures) }

  func call(now: Int64) -> Call? {
    updates.call(now: now) ?? failures.call() ?? (updates.isShown ? nil : boot.call()) ?? log.call(now: now)
  }

  var deadline: Int64? { [updates.deadline, log.deadline].compactMap { $0 }.min() }

  func forget() {
    updates.forget()
    boot.forget()
  }

  func take(_ reply: Reply, to method: Bytes) {
    if method == "io.loaderd.Screen.GetState" { updates.take(mode: reply["mode"]?.string) }
  }
}
