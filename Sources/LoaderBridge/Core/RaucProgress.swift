public import Support
import Varlink

/// State of RAUC's installations, from the D-Bus interface de.pengutronix.rauc.Installer
/// (https://rauc.readthedocs.io/en/latest/reference.html).
///
/// RAUC's percentage counts steps, not time: up to version 1.8 copying is the last fifth of it, adaptive updates jump,
/// and the work after copying has no share left. So the steps are sent as phases with weights, and the progress within
/// each is smoothed.
public struct RaucProgress {
  /// A change that the D-Bus interface reports.
  public enum Event {
    /// Property `Operation`: `idle` or `installing`.
    case operation(Bytes)
    /// Property `Progress`. A depth of 1 is the installation, 2 a step of it, 3 a step of that.
    case progress(percent: Int, message: Bytes, depth: Int)
    /// Property `LastError`.
    case lastError(Bytes)
    /// Signal `Completed`; 0 is success.
    case completed(Int)
    /// The service has left the bus.
    case gone
  }

  private enum Stage {
    case idle
    case installing(RaucInstallation)
    /// Installed, and not yet reported to loaderd.
    case installed
  }

  private var stage = Stage.idle
  private var lastError: Bytes = ""
  private var failure: Call?

  /// Starts idle.
  public init() {}

  /// Whether an installation runs, or its success was not sent yet.
  var isActive: Bool { if case .idle = stage { false } else { true } }

  /// Handles an event. `now` is CLOCK_MONOTONIC in nanoseconds.
  public mutating func handle(_ event: Event, now: Int64) {
    switch (event, stage) {
    case (.operation("installing"), .idle), (.operation("installing"), .installed):
      stage = .installing(RaucInstallation(at: now))
      lastError = ""
    case (.operation("idle"), .installing): end(isSuccess: lastError.isEmpty, code: 1)  // `Completed` was missed
    case (.progress(let percent, let message, _), .installing(var installation)):
      installation.update(percent, message, now)
      stage = .installing(installation)
    case (.lastError(let text), _): lastError = text
    case (.completed(let result), .installing): end(isSuccess: result == 0, code: result)
    case (.gone, .installing):
      lastError = "The update service ended before the update"
      end(isSuccess: false, code: 0)
    default: break
    }
  }

  /// Records that the service has answered a query: it works, even if its progress has not changed.
  public mutating func handleHeartbeat() {
    guard case .installing(var installation) = stage else { return }
    installation.isAlive = true
    stage = .installing(installation)
  }

  private mutating func end(isSuccess: Bool, code: Int) {
    stage = isSuccess ? .installed : .idle
    if isSuccess { return }
    let sentence = lastError.isEmpty ? "The update could not be installed" : lastError
    failure = .failure("rauc", sentence, code: code == 0 ? "gone" : "result \(code)")
  }

  /// The report of a failed installation, once.
  mutating func nextFailure() -> Call? {
    defer { failure = nil }
    return failure
  }

  /// The changes since the last call; nil when there are none.
  mutating func nextCall(now: Int64) -> Call? {
    switch stage {
    case .idle: return nil
    case .installed:
      stage = .idle
      return .progress(1, [RaucInstallation.Phase.finish.member])
    case .installing(var installation):
      let call = installation.nextCall(now)
      stage = .installing(installation)
      return call
    }
  }

  /// When the smoothed progress changes next, in nanoseconds; nil when it does not.
  var deadline: Int64? { if case .installing(let installation) = stage { installation.progress.deadline } else { nil } }

  /// Sends everything again, because loaderd was restarted.
  mutating func markUnsent() {
    guard case .installing(var installation) = stage else { return }
    installation.markUnsent()
    stage = .installing(installation)
  }
}
