/// The durations of the last five flushes, in nanoseconds. They are no array, because the clock that contains
/// them is copied in each frame.
struct FlushDurations: Equatable {
  private var newest: Int64 = 0, second: Int64 = 0, third: Int64 = 0, fourth: Int64 = 0, oldest: Int64 = 0
  private var count = 0

  /// Adds a duration in place of the oldest one.
  mutating func add(_ duration: Int64) {
    (oldest, fourth, third, second, newest) = (fourth, third, second, newest, duration)
    if count < 5 { count += 1 }
  }

  /// Whether all are at most `limit`.
  func areWithin(_ limit: Int64) -> Bool {
    newest <= limit && second <= limit && third <= limit && fourth <= limit && oldest <= limit
  }

  /// The median, which single frames that were held up, as during a busy boot, do not change. Of an even number it is
  /// the lower one of the two in the middle, and 0 of none.
  var median: Int64 {
    for index in 0..<count {
      var shorter = 0, longer = 0
      for other in 0..<count {
        if self[other] < self[index] { shorter += 1 }
        if self[other] > self[index] { longer += 1 }
      }
      if shorter <= (count - 1) / 2, longer <= count / 2 { return self[index] }
    }
    return 0
  }

  private subscript(index: Int) -> Int64 {
    switch index {
    case 0: newest
    case 1: second
    case 2: third
    case 3: fourth
    default: oldest
    }
  }
}
