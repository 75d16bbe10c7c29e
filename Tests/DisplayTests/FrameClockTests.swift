@testable import Display
import SeededRandom
import Testing

@Suite struct FrameClockTests {
  let period: Int64 = 16_666_667

  /// A picture that changes twice a second, drawn as the daemon does: when it may differ, and not before the clock
  /// allows it. The daemon wakes up to 0.4 ms late.
  @Test func everyRefreshHasAtMostOneFrame() {
    for pacing in [FrameClock.FramePacing.unknown, .timer, .vblank] { expectOneFrameForEachRefresh(pacing) }
  }

  private func expectOneFrameForEachRefresh(_ pacing: FrameClock.FramePacing) {
    var random = SeededRandom(seed: 7)
    let frameClock = FrameClock(period: period, pacing: pacing)
    let step: Int64 = 500_000_000, start: Int64 = 1_234_567
    func picture(_ time: Int64) -> Int64 { (time - start + step) / step }
    var shown: Int64 = 0, frames = 0, newest = Int64.min, now = start
    while now < start + 20 * step {
      let target = frameClock.target(now: now)
      #expect(target > newest, "a frame for a refresh that has one")
      newest = target
      frames += 1
      let isShown = picture(target) != shown
      if isShown {
        shown = picture(target)
        if shown > 1 { #expect(target - (start + (shown - 1) * step) <= period + 400_000, "\(shown)") }
        if pacing == .vblank {
          frameClock.submitted(target: target, now: now)
          frameClock.flipped(sequence: UInt32(target / period), time: target)
        } else {
          frameClock.shown(target: target, begun: now, now: now)
        }
      } else {
        frameClock.unchanged(target: target)
      }
      let soonest = isShown ? 0 : now + period
      let next = max(soonest, frameClock.start(for: start + picture(target) * step))
      now = max(now, next, frameClock.earliest(now: now)) + Int64.random(in: 20_000...400_000, using: &random)
    }
    #expect(shown == 20)
    #expect(frames <= 22, "\(frames) frames for 20 pictures")
    #expect(frameClock.statistics.late == 0)
  }

  @Test func unchangedPicturesAreNotSkippedFrames() {
    for pacing in [FrameClock.FramePacing.timer, .vblank] {
      let frameClock = FrameClock(period: period, pacing: pacing)
      for frame in Int64(1)...60 {
        let now = frame * period + 1000, target = frameClock.target(now: now)
        if frame % 4 == 0 {
          frameClock.unchanged(target: target)
        } else if pacing == .vblank {
          frameClock.submitted(target: target, now: now)
          frameClock.flipped(sequence: UInt32(frame), time: (frame + 1) * period)
        } else {
          frameClock.shown(target: target, begun: now, now: now)
        }
      }
      #expect(frameClock.statistics.skipped == 0)
    }
  }

  @Test func framesAreDrawnForTheNextVblank() {
    let frameClock = FrameClock(period: period)
    frameClock.shown(target: frameClock.target(now: 1000))
    for frame in 1...5 {
      let now = Int64(frame) * period + 50_000
      #expect(frameClock.earliest(now: now) <= now)
      let target = frameClock.target(now: now)
      if frame > 2 { #expect(target == Int64(frame + 1) * period) }
      frameClock.submitted(target: target, now: now)
      #expect(frameClock.isWaiting)
      frameClock.flipped(sequence: UInt32(100 + frame), time: Int64(frame + 1) * period)
    }
    #expect(frameClock.pacing == .vblank)
    #expect(frameClock.statistics == FrameStatistics(shown: 6, skipped: 0, late: 0))
  }

  @Test func countsGoOnWithAnotherPeriod() {
    let frameClock = FrameClock(period: period, pacing: .vblank)
    var time: Int64 = 0
    func show(_ sequence: UInt32, after interval: Int64) {
      let target = frameClock.target(now: time + 1000)
      frameClock.submitted(target: target, now: time + 1000)
      time += interval
      frameClock.flipped(sequence: sequence, time: time)
    }
    for frame: UInt32 in 1...10 { show(frame, after: period) }
    frameClock.submitted(target: frameClock.target(now: time + 1000), now: time + 1000)
    frameClock.change(period: period / 2)
    #expect(frameClock.isWaiting, "the pending frame is counted")
    time += period
    frameClock.flipped(sequence: 12, time: time)
    for frame: UInt32 in 13...20 { show(frame, after: period / 2) }
    #expect(frameClock.statistics.shown == 19 && frameClock.firstShown == period)
    #expect(frameClock.statistics.skipped == 0 && frameClock.statistics.late == 0)
    #expect(frameClock.target(now: time + 1000) == time + period / 2)
  }

  @Test func firstFrameHasTheTimeOfItsFlipEvent() {
    let frameClock = FrameClock(period: period)
    frameClock.submitted(target: 1000, now: 1000)
    #expect(frameClock.firstShown == nil)
    frameClock.flipped(sequence: 7, time: 5000)
    frameClock.shown(target: 9000, now: 9000)
    #expect(frameClock.firstShown == 5000)
    let modeset = FrameClock(period: period)
    modeset.shown(target: 1000, now: 3000)
    #expect(modeset.firstShown == 3000)
  }

  @Test func missedVblankIsCounted() {
    let frameClock = FrameClock(period: period)
    var time: Int64 = 0
    for sequence: UInt32 in [10, 11, 12, 14, 15] {
      frameClock.submitted(target: frameClock.target(now: time + 1), now: time + 1)
      time = Int64(sequence) * period
      frameClock.flipped(sequence: sequence, time: time)
    }
    #expect(frameClock.statistics.skipped == 1 && frameClock.statistics.late == 1)
  }

  /// The daemon calls `rest` as soon as it knows that nothing moves, which is before the last frame is on the screen.
  @Test func restBeforeTheLastFlipEventSkipsNoFrames() {
    let frameClock = FrameClock(period: 16_000_000, pacing: .vblank)
    frameClock.submitted(target: 16_000_000, now: 0)
    frameClock.rested()
    frameClock.flipped(sequence: 1, time: 16_000_000)
    frameClock.submitted(target: 1_616_000_000, now: 1_600_000_000)
    frameClock.flipped(sequence: 101, time: 1_616_000_000)
    #expect(frameClock.statistics.skipped == 0)
    frameClock.submitted(target: 1_632_000_000, now: 1_617_000_000)
    frameClock.flipped(sequence: 103, time: 1_648_000_000)
    #expect(frameClock.statistics.skipped == 1, "something moves again")
  }

  @Test func restSkipsNoFrames() {
    let frameClock = FrameClock(period: period)
    for sequence: UInt32 in [10, 11] {
      frameClock.submitted(target: Int64(sequence) * period, now: Int64(sequence - 1) * period)
      frameClock.flipped(sequence: sequence, time: Int64(sequence) * period)
    }
    frameClock.rested()
    let now = 500 * period
    frameClock.submitted(target: frameClock.target(now: now), now: now)
    frameClock.flipped(sequence: 501, time: 501 * period)
    #expect(frameClock.statistics.skipped == 0 && frameClock.statistics.late == 0)
  }

  @Test func framesWithoutVblanksGoOutOnAGrid() {
    let frameClock = FrameClock(period: period)
    var now: Int64 = 7_000_000
    var targets: [Int64] = []
    for _ in 0..<10 {
      now = max(now, frameClock.earliest(now: now)) + 300_000  // timers fire a little late
      targets.append(frameClock.target(now: now))
      frameClock.submitted(target: targets.last ?? 0, now: now)
      frameClock.flipped(sequence: 0, time: now + 900_000)
    }
    #expect(frameClock.pacing == .timer)
    // The first picture finds the grid.
    let steps = zip(targets, targets.dropFirst()).map { $1 - $0 }
    #expect(steps[0] > 0 && steps[0] <= period && steps.dropFirst().allSatisfy { $0 == period })
    #expect(frameClock.earliest(now: now) > now)
    #expect(frameClock.statistics.shown == 10 && frameClock.statistics.skipped == 0 && frameClock.statistics.late == 0)
    #expect(frameClock.flush == 900_000 && frameClock.refreshesPerFrame == 1)
  }

  /// One wake-up serves all displays with a period, whenever each had its first frame.
  @Test(arguments: [7_000_000, 24_000_001, 4_999_999_999] as [Int64]) func gridsOfOnePeriodAreTheSame(start: Int64) {
    let frameClock = FrameClock(period: period)
    frameClock.submitted(target: frameClock.target(now: start), now: start)
    frameClock.flipped(sequence: 0, time: start + 900_000)
    let earliest = frameClock.earliest(now: start + 900_000)
    #expect(earliest % period == 0 && earliest > start && earliest <= start + period)
    #expect(frameClock.target(now: earliest + 300_000) == earliest)
  }

  @Test func slowBusGetsSeveralRefreshesPerFrame() {
    let frameClock = FrameClock(period: period)
    var now: Int64 = 7_000_000
    var times: [Int64] = []
    for _ in 0..<20 {
      now = max(now, frameClock.earliest(now: now))
      times.append(now)
      frameClock.submitted(target: frameClock.target(now: now), begun: now, now: now + 1_000_000)
      now += 38_000_000  // 320×240 pixels of 16 bits at 32 MHz
      frameClock.flipped(sequence: 0, time: now)
    }
    #expect(frameClock.flush == 38_000_000 && frameClock.refreshesPerFrame == 3)
    for (a, b) in zip(times, times.dropFirst()).dropFirst(2) {
      #expect(b - a == 3 * period, "frames are evenly spaced")
    }
    #expect(frameClock.statistics.skipped <= 4, "only until the flush time is known")
  }

  /// A slow first frame, and later two that were held up, do not lower the rate.
  @Test func singleSlowFlushDoesNotLowerTheRate() {
    let frameClock = FrameClock(period: period)
    var now: Int64 = 7_000_000
    var begun: [Int64] = []
    for duration in [300, 2, 2, 2, 2, 250, 2, 400, 2, 2] as [Int64] {
      now = max(now, frameClock.earliest(now: now))
      begun.append(now)
      frameClock.submitted(target: frameClock.target(now: now), begun: now, now: now + 1_000_000)
      now += duration * 1_000_000
      frameClock.flipped(sequence: 0, time: now)
      if begun.count > 1 { #expect(frameClock.refreshesPerFrame == 1 && frameClock.flush == 2_000_000) }
    }
    // After the slow one, the rate drops for one frame and is full again.
    #expect(begun[1] - begun[0] < 400_000_000 && begun[2] - begun[1] == period && begun[4] - begun[3] == period)
  }

  @Test func reducedRateTakesEveryThirdVblankWithoutMisses() {
    let frameClock = FrameClock(period: period)
    frameClock.reduceRate(to: 20)
    var time: Int64 = 0
    var sequence: UInt32 = 10
    for frame in 0..<10 {
      let now = max(time, frameClock.earliest(now: time)) + 1000
      let target = frameClock.target(now: now)
      frameClock.submitted(target: target, now: now)
      sequence += frame == 0 ? 1 : 3
      time += frame == 0 ? period : 3 * period
      if frame > 0 { #expect(abs(target - time) <= 3) }
      frameClock.flipped(sequence: sequence, time: time)
    }
    #expect(frameClock.statistics == FrameStatistics(shown: 10, skipped: 0, late: 0))
  }

  /// Displays of 24, 30, 60, 75 and 144 Hz, reduced to at least 30 frames a second.
  @Test(arguments: [(24.0, 1), (29.97, 1), (30, 1), (59.94, 2), (60, 2), (75, 2), (144, 4)] as [(Double, Int64)])
  func eachDisplayIsReducedByItsOwnRate(refresh: Double, refreshesPerFrame: Int64) {
    let frameClock = FrameClock(period: Int64(1e9 / refresh))
    frameClock.reduceRate(to: 30)
    #expect(frameClock.refreshesPerFrame == refreshesPerFrame)
    frameClock.reduceRate(to: nil)
    #expect(frameClock.refreshesPerFrame == 1)
  }

  @Test func twoLateFramesHalveTheRateUntilASecondInTime() {
    let frameClock = FrameClock(period: period)
    var time: Int64 = 0
    var sequence: UInt32 = 10
    func frame(vblanks: Int64) {
      let now = max(time, frameClock.earliest(now: time)) + 1000
      frameClock.submitted(target: frameClock.target(now: now), now: now)
      sequence += UInt32(vblanks)
      time += vblanks * period
      frameClock.flipped(sequence: sequence, time: time)
    }
    for _ in 0..<3 { frame(vblanks: 1) }
    #expect(frameClock.refreshesPerFrame == 1)
    for _ in 0..<2 { frame(vblanks: 2) }
    #expect(frameClock.refreshesPerFrame == 2 && frameClock.statistics.late == 2 && frameClock.statistics.skipped == 2)
    for _ in 0..<40 { frame(vblanks: 2) }
    #expect(frameClock.statistics.late == 2, "no frame is late at half the rate")
    for _ in 0..<40 { frame(vblanks: frameClock.refreshesPerFrame) }
    #expect(frameClock.refreshesPerFrame == 1 && frameClock.statistics.late == 2)
  }

  @Test func slowGridSkipsFramesWithoutDrift() {
    let frameClock = FrameClock(period: period, pacing: .timer)
    frameClock.shown(target: frameClock.target(now: 1000))
    frameClock.shown(target: frameClock.target(now: 1000 + period))
    frameClock.shown(target: frameClock.target(now: 1000 + 4 * period + period / 2))
    #expect(frameClock.statistics.skipped == 2)
    #expect(frameClock.earliest(now: 0) == 1000 + 5 * period)
  }

  @Test(arguments: [false, true]) func deadlineIsExtendedForASlowBus(hasVblanks: Bool) {
    let pacing: FrameClock.FramePacing = hasVblanks ? .vblank : .unknown
    let frameClock = FrameClock(period: period, pacing: pacing)
    var waits = 0
    frameClock.submitted(target: 1000, now: 1000)
    while let deadline = frameClock.deadline, frameClock.extendDeadline(now: deadline) { waits += 1 }
    #expect(waits == (hasVblanks ? 0 : 6), "up to three seconds; a display with vblanks is never that slow")
    frameClock.flipped(sequence: 0, time: 700_001_000)
    if !hasVblanks { #expect(frameClock.flush == 700_000_000 && frameClock.statistics.shown == 1) }
  }

  @Test func gridBeginsAtTheLastVblank() {
    let frameClock = FrameClock(period: period)
    frameClock.submitted(target: 0, now: 0)
    frameClock.flipped(sequence: 9, time: period)
    frameClock.useTimer()
    #expect(frameClock.earliest(now: period + 1000) == 2 * period)
    frameClock.shown(target: 2 * period, begun: 2 * period, now: 2 * period + 1000)
    #expect(frameClock.earliest(now: 2 * period + 2000) == 3 * period, "frames are not drawn in a busy loop")
  }

  @Test func lostFlipEventIsAbandoned() throws {
    let frameClock = FrameClock(period: period)
    frameClock.submitted(target: 0, now: 1000)
    let deadline = try #require(frameClock.deadline)
    #expect(deadline > 1000 + 100_000_000 && deadline < 1000 + 200_000_000)
    frameClock.abandonFrame()
    #expect(!frameClock.isWaiting && frameClock.statistics.shown == 0)
    frameClock.flipped(sequence: 9, time: 9)  // the event arrives late
    #expect(frameClock.statistics.shown == 0)
  }

  /// The grid moves to the nearest vblank, forwards or backwards, and frames go on from there.
  @Test(arguments: [0, 400, 900, 4300, -2100, 99_700]) func gridAlignsToMeasuredVblanks(vblank: Int64) {
    let frameClock = FrameClock(period: 1000, pacing: .timer)
    frameClock.align(to: vblank, every: 1000)
    #expect(frameClock.earliest(now: 7) == 7, "there is no grid before the first frame")
    frameClock.shown(target: 5000, begun: 5000, now: 5001)
    frameClock.align(to: vblank, every: 800)
    let next = frameClock.earliest(now: 5100)
    #expect((next - vblank) % 800 == 0 && abs(next - 5800) <= 400 && frameClock.period == 800)
  }
}
