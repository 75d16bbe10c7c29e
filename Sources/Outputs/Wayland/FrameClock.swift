/// Frame callbacks as the vertical blanks that they stand for. Pure: times are nanoseconds of the monotonic clock.
///
/// A compositor calls when it is ready for another frame, some time after a refresh; when that was, it may tell later.
struct FrameClock {
  let period: Int64
  /// When a frame was seen last, as far as the compositor told.
  private var seen: Int64?
  private var last: (time: Int64, sequence: UInt32) = (.min / 2, 0)

  init(period: Int64) { self.period = period }

  /// The compositor tells when a frame was seen; what cannot be is not believed.
  mutating func wasSeen(at time: Int64, now: Int64) { if abs(now - time) < 1_000_000_000 { seen = time } }

  /// The refresh that a callback follows, with its number; never much sooner than a period after the last one.
  mutating func called(now: Int64) -> (sequence: UInt32, time: Int64) {
    var time = now
    // Later the error of the period would count.
    if let seen, now > seen, now - seen < 60_000_000_000 { time = seen + (now - seen + period / 4) / period * period }
    time = max(time, last.time + period * 3 / 4)
    let steps = max(1, (time - last.time + period / 2) / period)
    last = (time, last.sequence &+ UInt32(truncatingIfNeeded: min(steps, 1 << 20)))
    return (last.sequence, time)
  }
}
