/// A span of time in whole nanoseconds, so that a loop has no seam even after a week.
public struct Time: Comparable {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The nearest nanosecond; at most a century either way.
  public init(seconds: Double) {
    nanoseconds = Int64((max(-3e9, min(3e9, seconds)) * 1e9).rounded(.toNearestOrAwayFromZero))
  }

  public static var zero: Time { Time(nanoseconds: 0) }

  public var seconds: Double { Double(nanoseconds) / 1e9 }

  public static func < (left: Time, right: Time) -> Bool { left.nanoseconds < right.nanoseconds }
  public static func + (left: Time, right: Time) -> Time { Time(nanoseconds: left.nanoseconds + right.nanoseconds) }
  public static func * (left: Int, right: Time) -> Time { Time(nanoseconds: Int64(left) * right.nanoseconds) }
  public static func / (left: Time, right: Int) -> Time { Time(nanoseconds: left.nanoseconds / Int64(max(1, right))) }
  public static func - (left: Time, right: Time) -> Time { Time(nanoseconds: left.nanoseconds - right.nanoseconds) }
}
