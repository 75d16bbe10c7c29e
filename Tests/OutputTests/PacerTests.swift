@testable import Outputs
import Testing

@Suite struct PacerTests {
  let period: Int64 = 16_666_667

  @Test func vblankFramesAreDrawnForTheNextVblank() {
    var pacer = Pacer(period: period)
    pacer.shown(target: pacer.target(now: 1000))
    for frame in 1...5 {
      let now = Int64(frame) * period + 50_000
      #expect(pacer.earliest(now: now) <= now)
      let target = pacer.target(now: now)
      if frame > 2 { #expect(target == Int64(frame + 1) * period) }
      pacer.submitted(target: target, now: now)
      #expect(pacer.isWaiting)
      pacer.flipped(sequence: UInt32(100 + frame), time: Int64(frame + 1) * period)
    }
    #expect(pacer.pacing == .vblank)
    #expect(pacer.statistics == FrameStatistics(shown: 6, skipped: 0, late: 0))
  }

  @Test func aMissedVblankIsCounted() {
    var pacer = Pacer(period: period)
    var time: Int64 = 0
    for sequence: UInt32 in [10, 11, 12, 14, 15] {
      pacer.submitted(target: pacer.target(now: time + 1), now: time + 1)
      time = Int64(sequence) * period
      pacer.flipped(sequence: sequence, time: time)
    }
    #expect(pacer.statistics.skipped == 1 && pacer.statistics.late == 1)
  }

  @Test func restIsNotSkipping() {
    var pacer = Pacer(period: period)
    for sequence: UInt32 in [10, 11] {
      pacer.submitted(target: Int64(sequence) * period, now: Int64(sequence - 1) * period)
      pacer.flipped(sequence: sequence, time: Int64(sequence) * period)
    }
    pacer.rested()
    let now = 500 * period
    pacer.submitted(target: pacer.target(now: now), now: now)
    pacer.flipped(sequence: 501, time: 501 * period)
    #expect(pacer.statistics.skipped == 0 && pacer.statistics.late == 0)
  }

  @Test func eventsWithoutVblankGoOnAGrid() {
    var pacer = Pacer(period: period)
    var now: Int64 = 7_000_000
    var targets: [Int64] = []
    for _ in 0..<10 {
      now = max(now, pacer.earliest(now: now)) + 300_000  // timers fire a little late
      targets.append(pacer.target(now: now))
      pacer.submitted(target: targets.last ?? 0, now: now)
      pacer.flipped(sequence: 0, time: now + 900_000)
    }
    #expect(pacer.pacing == .timer)
    for (a, b) in zip(targets, targets.dropFirst()) { #expect(b - a == period) }
    #expect(pacer.earliest(now: now) > now)
    #expect(pacer.statistics == FrameStatistics(shown: 10, skipped: 0, late: 0))
  }

  @Test func aSlowGridSkipsButDoesNotDrift() {
    var pacer = Pacer(period: period, pacing: .timer)
    pacer.shown(target: pacer.target(now: 1000))
    pacer.shown(target: pacer.target(now: 1000 + period))
    pacer.shown(target: pacer.target(now: 1000 + 4 * period + period / 2))
    #expect(pacer.statistics.skipped == 2)
    #expect(pacer.earliest(now: 0) == 1000 + 5 * period)
  }

  @Test func aLostEventIsGivenUp() throws {
    var pacer = Pacer(period: period)
    pacer.submitted(target: 0, now: 1000)
    let deadline = try #require(pacer.deadline)
    #expect(deadline > 1000 + 100_000_000 && deadline < 1000 + 200_000_000)
    pacer.gaveUp()
    #expect(!pacer.isWaiting && pacer.statistics.shown == 0)
    pacer.flipped(sequence: 9, time: 9)  // it comes after all
    #expect(pacer.statistics.shown == 0)
  }
}
