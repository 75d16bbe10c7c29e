public import Scene

/// The time that is left, as it is shown: it may stand still, but never rises.
public struct Countdown: Equatable {
  /// Seconds that were shown last, which are not exceeded.
  private var ceiling: Double
  private var estimate: Double
  private var since: Time

  public init(_ seconds: Double, at now: Time) { (ceiling, estimate, since) = (seconds, seconds, now) }

  /// A new estimate, in seconds.
  public mutating func set(_ seconds: Double, at now: Time) {
    ceiling = left(at: now)
    (estimate, since) = (seconds, now)
  }

  /// Seconds, never below 1 while it lasts.
  public func left(at now: Time) -> Double { max(1, min(ceiling, estimate - (now - since).seconds)) }
}
