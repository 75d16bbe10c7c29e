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

  /// The daemon rests as soon as it knows that nothing moves, which is before the last frame is seen.
  @Test func restThatBeginsBeforeTheLastFrameIsSeenIsNotSkipping() {
    var pacer = Pacer(period: 16_000_000, pacing: .vblank)
    pacer.submitted(target: 16_000_000, now: 0)
    pacer.rested()
    pacer.flipped(sequence: 1, time: 16_000_000)
    pacer.submitted(target: 1_616_000_000, now: 1_600_000_000)
    pacer.flipped(sequence: 101, time: 1_616_000_000)
    #expect(pacer.statistics.skipped == 0)
    pacer.submitted(target: 1_632_000_000, now: 1_617_000_000)
    pacer.flipped(sequence: 103, time: 1_648_000_000)
    #expect(pacer.statistics.skipped == 1, "it moves again")
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
    #expect(pacer.statistics.shown == 10 && pacer.statistics.skipped == 0 && pacer.statistics.late == 0)
    #expect(pacer.statistics.flush == 900_000 && pacer.refreshesPerFrame == 1)
  }

  @Test func aSlowBusGetsAsManyRefreshesAsItTakes() {
    var pacer = Pacer(period: period)
    var now: Int64 = 7_000_000
    var times: [Int64] = []
    for _ in 0..<20 {
      now = max(now, pacer.earliest(now: now))
      times.append(now)
      pacer.submitted(target: pacer.target(now: now), begun: now, now: now + 1_000_000)
      now += 38_000_000  // 320×240 pixels of 16 bits at 32 MHz
      pacer.flipped(sequence: 0, time: now)
    }
    #expect(pacer.statistics.flush == 38_000_000 && pacer.refreshesPerFrame == 3)
    for (a, b) in zip(times, times.dropFirst()).dropFirst(2) { #expect(b - a == 3 * period, "an even rhythm") }
    #expect(pacer.statistics.skipped <= 4, "only until that was known")
  }

  /// A cold first frame, and later two that were held up, cost their own time and not the pace.
  @Test func aFlushThatWasHeldUpDoesNotSetThePace() {
    var pacer = Pacer(period: period)
    var now: Int64 = 7_000_000
    var begun: [Int64] = []
    for duration in [300, 2, 2, 2, 2, 250, 2, 400, 2, 2] as [Int64] {
      now = max(now, pacer.earliest(now: now))
      begun.append(now)
      pacer.submitted(target: pacer.target(now: now), begun: now, now: now + 1_000_000)
      now += duration * 1_000_000
      pacer.flipped(sequence: 0, time: now)
      if begun.count > 1 { #expect(pacer.refreshesPerFrame == 1 && pacer.statistics.flush == 2_000_000) }
    }
    // After the cold one there is one frame at its pace, and then as many as before.
    #expect(begun[1] - begun[0] < 400_000_000 && begun[2] - begun[1] == period && begun[4] - begun[3] == period)
  }

  @Test func courtesyTakesEveryThirdVblankAndCountsNothingAsMissed() {
    var pacer = Pacer(period: period)
    pacer.courtesy = 3
    var time: Int64 = 0
    var sequence: UInt32 = 10
    for frame in 0..<10 {
      let now = max(time, pacer.earliest(now: time)) + 1000
      let target = pacer.target(now: now)
      pacer.submitted(target: target, now: now)
      sequence += frame == 0 ? 1 : 3
      time += frame == 0 ? period : 3 * period
      if frame > 0 { #expect(abs(target - time) <= 3) }
      pacer.flipped(sequence: sequence, time: time)
    }
    #expect(pacer.statistics == FrameStatistics(shown: 10, skipped: 0, late: 0))
  }

  @Test func whoIsLateTwiceGoesHalfAsFastAndLaterTriesAgain() {
    var pacer = Pacer(period: period)
    var time: Int64 = 0
    var sequence: UInt32 = 10
    func frame(vblanks: Int64, _ pacer: inout Pacer) {
      let now = max(time, pacer.earliest(now: time)) + 1000
      pacer.submitted(target: pacer.target(now: now), now: now)
      sequence += UInt32(vblanks)
      time += vblanks * period
      pacer.flipped(sequence: sequence, time: time)
    }
    for _ in 0..<3 { frame(vblanks: 1, &pacer) }
    #expect(pacer.refreshesPerFrame == 1)
    for _ in 0..<2 { frame(vblanks: 2, &pacer) }
    #expect(pacer.refreshesPerFrame == 2 && pacer.statistics.late == 2 && pacer.statistics.skipped == 2)
    for _ in 0..<40 { frame(vblanks: 2, &pacer) }
    #expect(pacer.statistics.late == 2, "in time at half the rate")
    for _ in 0..<40 { frame(vblanks: pacer.refreshesPerFrame, &pacer) }
    #expect(pacer.refreshesPerFrame == 1 && pacer.statistics.late == 2)
  }

  @Test func aSlowGridSkipsButDoesNotDrift() {
    var pacer = Pacer(period: period, pacing: .timer)
    pacer.shown(target: pacer.target(now: 1000))
    pacer.shown(target: pacer.target(now: 1000 + period))
    pacer.shown(target: pacer.target(now: 1000 + 4 * period + period / 2))
    #expect(pacer.statistics.skipped == 2)
    #expect(pacer.earliest(now: 0) == 1000 + 5 * period)
  }

  @Test(arguments: [false, true]) func aSlowBusIsWaitedForAndMeasured(hasVblanks: Bool) {
    let pacing: Pacer.Pacing = hasVblanks ? .vblank : .unknown
    var pacer = Pacer(period: period, pacing: pacing), waits = 0
    pacer.submitted(target: 1000, now: 1000)
    while let deadline = pacer.deadline, pacer.waitsOn(now: deadline) { waits += 1 }
    #expect(waits == (hasVblanks ? 0 : 6), "up to three seconds, but no vblank comes that late")
    pacer.flipped(sequence: 0, time: 700_001_000)
    if !hasVblanks { #expect(pacer.statistics.flush == 700_000_000 && pacer.statistics.shown == 1) }
  }

  @Test func withoutVblanksFromNowOnTheGridBeginsAtTheLast() {
    var pacer = Pacer(period: period)
    pacer.submitted(target: 0, now: 0)
    pacer.flipped(sequence: 9, time: period)
    pacer.goByTimer()
    #expect(pacer.earliest(now: period + 1000) == 2 * period)
    pacer.shown(target: 2 * period, begun: 2 * period, now: 2 * period + 1000)
    #expect(pacer.earliest(now: 2 * period + 2000) == 3 * period, "nothing spins")
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

  /// The grid moves to the nearest vblank, in either direction, and frames go on from there.
  @Test(arguments: [0, 400, 900, 4300, -2100, 99_700]) func theGridMovesToTheVblanks(vblank: Int64) {
    var pacer = Pacer(period: 1000, pacing: .timer)
    pacer.align(to: vblank, every: 1000)
    #expect(pacer.earliest(now: 7) == 7, "before the first frame there is none")
    pacer.shown(target: 5000, begun: 5000, now: 5001)
    pacer.align(to: vblank, every: 800)
    let next = pacer.earliest(now: 5100)
    #expect((next - vblank) % 800 == 0 && abs(next - 5800) <= 400 && pacer.period == 800)
  }
}
