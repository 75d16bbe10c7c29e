import LoaderBridge
import ScreenAPI
import Support
import Varlink

/// What the bus and the journal have reported, and the calls to loaderd that follow from it.
final class PendingCalls {
  var updates: UpdateScreen
  var failures: FailureReports
  var boot = BootProgress()
  var log = LogQueue()

  /// `mode` is the mode to restore after an update that the previous process was showing when it ended; nil if it
  /// showed none.
  init(_ options: Options, after mode: Bytes?) {
    updates = mode.map { UpdateScreen(after: $0) } ?? UpdateScreen()
    failures = FailureReports(options.failures)
  }

  /// The next call to send, the most important first; nil when loaderd knows everything.
  func next(now: Int64) -> Call? {
    updates.nextCall(now: now) ?? failures.nextCall() ?? (updates.isShown ? nil : boot.nextCall())
      ?? log.nextCall(now: now)
  }

  /// When ``next(now:)`` may return a call without another event, in nanoseconds; nil for never.
  var deadline: Int64? { [updates.deadline, log.deadline].compactMap { $0 }.min() }

  /// Sends the current state again, because loaderd was restarted, and what it has not answered.
  func markUnsent(_ unanswered: [Call]) {
    updates.markUnsent(unanswered)
    failures.markUnsent(unanswered)
    boot.markUnsent()
  }

  /// Handles a reply of loaderd.
  func handle(_ reply: Reply, to method: Bytes) {
    if method == ScreenInterface.method("GetState") { updates.handleState(mode: reply["mode"]?.string) }
  }
}
