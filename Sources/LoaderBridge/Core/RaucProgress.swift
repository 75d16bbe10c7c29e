public import Support
import Varlink

/// An installation by RAUC, as its D-Bus interface tells of it.
///
/// RAUC's percentage counts steps, not time: up to version 1.8 copying is its last fifth, adaptive updates jump, and the
/// work after copying has nothing left of it. So the steps are told as phases, with weights and their own smoothed shares.
public struct RaucProgress {
  public enum Event {
    /// `idle` or `installing`.
    case operation(Bytes)
    /// A depth of 1 is the whole, 2 a step of it, and so on.
    case progress(percent: Int, message: Bytes, depth: Int)
    case lastError(Bytes)
    /// 0 is success.
    case completed(Int)
    /// The service has ended.
    case gone
  }

  private enum Stage {
    case idle
    case installing(RaucInstallation)
    /// Its end is still to be told.
    case installed
  }

  private var stage = Stage.idle
  private var lastError: Bytes = ""
  private var failure: Call?

  public init() {}

  /// Something of an installation is still to be told, or will be.
  var isActive: Bool { if case .idle = stage { false } else { true } }

  public mutating func take(_ event: Event, now: Int64) {
    switch (event, stage) {
    case (.operation("installing"), .idle), (.operation("installing"), .installed):
      stage = .installing(RaucInstallation(at: now))
      lastError = ""
    case (.operation("idle"), .installing): end(isSuccess: lastError.isEmpty, code: 1)  // its signal was missed
    case (.progress(let percent, let message, _), .installing(var installation)):
      installation.take(percent, message, now)
      stage = .installing(installation)
    case (.lastError(let text), _): lastError = text
    case (.completed(let result), .installing): end(isSuccess: result == 0, code: result)
    case (.gone, .installing):
      lastError = "The update service ended before the update"
      end(isSuccess: false, code: 0)
    default: break
    }
  }

  /// The service has answered: it works, even if it has nothing new to tell.
  public mutating func takeHeartbeat() {
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

  mutating func takeFailure() -> Call? {
    defer { failure = nil }
    return failure
  }

  /// What loaderd was not told yet; nil when it knows all.
  mutating func call(now: Int64) -> Call? {
    switch stage {
    case .idle: return nil
    case .installed:
      stage = .idle
      return .progress(1, [RaucInstallation.Phase.finish.member])
    case .installing(var installation):
      let call = installation.call(now)
      stage = .installing(installation)
      return call
    }
  }

  var deadline: Int64? { if case .installing(let installation) = stage { installation.share.deadline } else { nil } }

  /// All is to be told again, to another loaderd.
  mutating func forget() {
    guard case .installing(var installation) = stage else { return }
    installation.forget()
    stage = .installing(installation)
  }
}
