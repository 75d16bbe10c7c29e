/// The durations of the last five flushes, in nanoseconds.
struct FlushDurations {
  private var durations: [Int64] = []

  /// Adds a duration in place of the oldest one.
  mutating func add(_ duration: Int64) {
    if durations.count == 5 { durations.removeFirst() }
    durations.append(duration)
  }

  /// Whether all are at most `limit`.
  func areWithin(_ limit: Int64) -> Bool { durations.allSatisfy { $0 <= limit } }

  /// The median, which single frames that were held up, as during a busy boot, do not change. Of an even number it is
  /// the lower one of the two in the middle, and 0 of none.
  var median: Int64 {
    for duration in durations {
      let shorter = durations.count { $0 < duration }, longer = durations.count { $0 > duration }
      if shorter <= (durations.count - 1) / 2, longer <= durations.count / 2 { return duration }
    }
    return 0
  }
}
