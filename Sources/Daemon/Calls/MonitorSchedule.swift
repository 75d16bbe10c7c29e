/// Decides when clients of `Monitor` receive the state: soon after a change, and once a second for the frame
/// statistics.
struct MonitorSchedule {
  /// `ScreenModel.generation` of the state that was sent last.
  private var generation = 0
  private var sentAt: Int64 = 0

  /// Nanoseconds from one state to the next when something has changed. Several changes go out in one reply.
  private static var changeInterval: Int64 { 50_000_000 }
  /// Nanoseconds from one state to the next when only statistics have changed.
  private static var statisticsInterval: Int64 { 1_000_000_000 }

  /// When the next state is due, if the newest one is that of `generation`.
  func deadline(_ generation: Int) -> Int64 {
    sentAt + (generation != self.generation ? MonitorSchedule.changeInterval : MonitorSchedule.statisticsInterval)
  }

  mutating func wasSent(_ generation: Int, now: Int64) {
    self.generation = generation
    sentAt = now
  }
}
