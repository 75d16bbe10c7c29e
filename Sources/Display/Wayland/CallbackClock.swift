/// Estimates refresh numbers and times from frame callbacks. Pure: times are `CLOCK_MONOTONIC` nanoseconds.
///
/// A compositor sends a frame callback at some time after a refresh; the exact time of a refresh may follow later
/// (wp_presentation). Refreshes are counted by the callbacks, and their times follow the reported ones slowly, because
/// a display's phase changes slowly.
struct CallbackClock {
  /// Nanoseconds per refresh.
  var period: Int64
  private var sequence: UInt32 = 0
  /// Time of the last refresh, and of its callback.
  private var time: Int64 = 0, lastCall: Int64 = 0
  /// Time of a refresh as reported by wp_presentation.
  private var presentedAt: Int64?

  init(period: Int64) { self.period = period }

  /// The compositor reports when a frame was on the screen; a time more than a second off is ignored.
  mutating func presented(at time: Int64, now: Int64) { if abs(now - time) < 1_000_000_000 { presentedAt = time } }

  /// The refresh that a callback stands for: its number, and its time, which is within one period of `now`.
  mutating func callbackReceived(now: Int64) -> (sequence: UInt32, time: Int64) {
    let steps = max(1, min(1 << 30, (now - lastCall + period / 2) / period))
    let next = time + steps * period
    if abs(now - next) > period {
      time = now
    } else if let presentedAt {
      // Deviation from the nearest refresh that is whole periods from the reported one.
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
