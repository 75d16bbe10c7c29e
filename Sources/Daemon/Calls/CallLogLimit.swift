/// Limits the lines about calls in the log, for one group of callers.
struct CallLogLimit {
  /// Start of the current interval, in nanoseconds of CLOCK_MONOTONIC.
  private var start: Int64 = 0
  /// Calls in the current interval.
  private var count = 0

  /// The most lines of an interval. `loaderctl` makes few calls.
  static var limit: Int { 8 }
  /// Nanoseconds of an interval.
  static var interval: Int64 { 1_000_000_000 }

  /// Whether a call is logged at `now`.
  mutating func admits(now: Int64) -> Bool {
    if now >= start + CallLogLimit.interval { (start, count) = (now, 0) }
    count += 1
    return count <= CallLogLimit.limit
  }
}
