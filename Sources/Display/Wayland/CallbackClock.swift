/// Frame callbacks as the refreshes that they stand for. Pure: times are nanoseconds of the monotonic clock.
///
/// A compositor calls when it is ready for another frame, more or less long after a refresh; when one was, it may tell
/// later. So refreshes are counted by the calls, and their times follow what is told as slowly as a display's do change.
struct CallbackClock {
  let period: Int64
  private var sequence: UInt32 = 0
  /// When the last refresh was, and when its call came.
  private var time: Int64 = 0, lastCall: Int64 = 0
  /// When a frame was presentedAt, as far as the compositor told.
  private var presentedAt: Int64?

  init(period: Int64) { self.period = period }

  /// The compositor tells when a frame was presentedAt; what cannot be is not believed.
  mutating func presented(at time: Int64, now: Int64) { if abs(now - time) < 1_000_000_000 { presentedAt = time } }

  /// The refresh that a call stands for: its number, and its time, which is within a period of now.
  mutating func callbackReceived(now: Int64) -> (sequence: UInt32, time: Int64) {
    let steps = max(1, min(1 << 30, (now - lastCall + period / 2) / period))
    let next = time + steps * period
    if abs(now - next) > period {
      time = now
    } else if let presentedAt {
      // The nearest of all refreshes that are whole periods from that one.
      let ahead = (next - presentedAt) % period,
        error = ahead > period / 2 ? ahead - period : ahead < -period / 2 ? ahead + period : ahead
      time = next - error / 8
    } else {
      time = next + (now - next) / 8
    }
    lastCall = now
    sequence &+= UInt32(steps)
    return (sequence, time)
  }
}
