/// A span of time in whole nanoseconds. Integers do not drift: an animation that repeats has no seam after a week.
public struct Time: Comparable {
  /// Nanoseconds; negative before the origin.
  public var nanoseconds: Int64

  /// A span of `nanoseconds`.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// A span of `seconds`, rounded to the nearest nanosecond and clamped to ±3·10⁹ seconds (95 years).
  public init(seconds: Double) {
    nanoseconds = Int64((max(-3e9, min(3e9, seconds)) * 1e9).rounded(.toNearestOrAwayFromZero))
  }

  /// No time at all.
  public static var zero: Time { Time(nanoseconds: 0) }

  /// The span in seconds.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// Compares two spans.
  public static func < (left: Time, right: Time) -> Bool { left.nanoseconds < right.nanoseconds }
  /// The sum of two spans. Traps on overflow.
  public static func + (left: Time, right: Time) -> Time { Time(nanoseconds: left.nanoseconds + right.nanoseconds) }
  /// A span repeated `left` times. Traps on overflow.
  public static func * (left: Int, right: Time) -> Time { Time(nanoseconds: Int64(left) * right.nanoseconds) }
  /// A span divided by `right`, rounded towards zero; a divisor below 1 counts as 1.
  public static func / (left: Time, right: Int) -> Time { Time(nanoseconds: left.nanoseconds / Int64(max(1, right))) }
  /// The difference of two spans. Traps on overflow.
  public static func - (left: Time, right: Time) -> Time { Time(nanoseconds: left.nanoseconds - right.nanoseconds) }
}
