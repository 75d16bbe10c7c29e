import Testing

@testable import Daemon

/// When clients of `Monitor` get the next state.
@Suite struct MonitorScheduleTests {
  @Test func changeIsSentSoonAndStatisticsOnceASecond() {
    var schedule = MonitorSchedule()
    schedule.wasSent(1, now: 1_000_000_000)
    #expect(schedule.deadline(1) == 2_000_000_000)
    #expect(schedule.deadline(2) == 1_050_000_000)
    schedule.wasSent(2, now: 1_050_000_000)
    #expect(schedule.deadline(2) == 2_050_000_000)
  }
}
