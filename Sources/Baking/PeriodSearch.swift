import Support

/// Finds the time after which an animation repeats, from its frames alone.
struct PeriodSearch {
  /// What an animation shows: something once, then something again and again. In microseconds; a period of 0 is a still
  /// picture.
  struct Result: Equatable {
    var intro: Int64 = 0
    var period: Int64 = 0
  }

  /// The operations of the frame at a time in milliseconds.
  let frame: (Int64) -> [UInt32]
  /// When the frame at a time in milliseconds changes next is known to be never.
  let isStill: (Int64) -> Bool

  /// Milliseconds after which an animation may begin to repeat.
  private static var starts: [Int64] { [0, 2000, 10_000] }
  /// The longest period in milliseconds, and the steps in which it is looked for: loaders draw whole milliseconds, and
  /// the periods of most are multiples of ten.
  private static var ranges: [(limit: Int64, step: Int64)] { [(60_000, 10), (12_000, 1)] }

  /// Searches. `guess` is tried first. Nil if nothing repeats within a minute.
  func result(_ guess: Result?) -> Result? {
    if let guess, isRight(guess) { return guess }
    for start in PeriodSearch.starts {
      if isStill(start), isRight(Result(intro: start * 1000)) { return Result(intro: start * 1000) }
      let first = frame(start)
      for (limit, step) in PeriodSearch.ranges {
        var period = step
        while period <= limit {
          let result = Result(intro: start * 1000, period: period * 1000)
          if frame(start + period) == first, isRight(result) { return result }
          period += step
        }
      }
    }
    return nil
  }

  /// Milliseconds by which frames are compared, rounded up to whole periods: what stands still for a while repeats
  /// after a short time, but not after all of these.
  private static var distances: [Int64] { [997, 30_011, 311, 10_007, 3001, 1] }

  /// Whether an animation repeats so, tried at times that have no common divisor with periods.
  private func isRight(_ result: Result) -> Bool {
    let start = result.intro / 1000, period = result.period / 1000
    if period == 0 { return (1...40).allSatisfy { frame(start + $0 * 797) == frame(start) } }
    return (0..<60).allSatisfy { index in
      let distance = PeriodSearch.distances[index % PeriodSearch.distances.count]
      let time = start + Int64(index) * (137 + period / 64), later = time + (distance + period - 1) / period * period
      return frame(time) == frame(later)
    }
  }
}
