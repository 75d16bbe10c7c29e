public import Support

/// The displayed remaining time. It may stand still, but never rises, even if a new estimate is longer.
public struct Countdown: Equatable {
  /// The value displayed last, in seconds: the upper limit of later ones.
  private var ceiling: Double
  /// The newest estimate, in seconds from `since`.
  private var estimate: Double
  private var since: Time

  /// A countdown from a first estimate in seconds.
  public init(_ seconds: Double, at now: Time) {
    ceiling = seconds
    estimate = seconds
    since = now
  }

  /// Sets a new estimate in seconds.
  public mutating func set(_ seconds: Double, at now: Time) {
    ceiling = secondsLeft(at: now)
    estimate = seconds
    since = now
  }

  /// The countdown of a state; nil if it is malformed.
  init?(state: JSON) {
    guard let ceiling = state["ceiling"]?.number, let estimate = state["estimate"]?.number,
      let since = state["since"]?.number
    else { return nil }
    (self.ceiling, self.estimate, self.since) = (ceiling, estimate, Time(seconds: since))
  }

  /// The whole state.
  var state: JSON {
    ["ceiling": .number(ceiling), "estimate": .number(estimate), "since": .number(since.seconds)]
  }

  /// The remaining seconds to display, at least 1.
  public func secondsLeft(at now: Time) -> Double { max(1, min(ceiling, estimate - (now - since).seconds)) }
}
