import SeededRandom
import Testing

@testable import Display

/// Refresh times from frame callbacks.
@Suite struct CallbackClockTests {
  private static let period: Int64 = 16_666_667

  /// The refreshes for callbacks at times in milliseconds; `seen` is a presentation time.
  private func refreshes(_ calls: [Double], seen: Double? = nil) -> [(sequence: UInt32, time: Int64)] {
    var clock = CallbackClock(period: CallbackClockTests.period)
    return calls.map { call in
      let now = Int64(call * 1e6)
      if let seen { clock.presented(at: Int64(seen * 1e6), now: now) }
      return clock.callbackReceived(now: now)
    }
  }

  @Test func refreshTimesSmoothJitter() {
    let all = refreshes(
      (0..<200).map { number in
        let jitter = number % 2 == 0 ? 0.0 : 3
        return 1000 + Double(number) * 16.666667 + jitter
      })
    for (last, next) in zip(all[50...], all[51...]) {
      #expect(next.sequence == last.sequence + 1)
      #expect(abs(next.time - last.time - CallbackClockTests.period) < 800_000, "3 ms of jitter, an eighth at a time")
    }
  }

  @Test func refreshTimesFollowADifferentPeriod() {
    let all = refreshes((0..<500).map { 1000 + Double($0) * 16.1 })
    let last = all[499], before = all[498]
    #expect(last.sequence == all[0].sequence + 499)
    #expect(abs(last.time - before.time - 16_100_000) < 100_000)
    #expect(abs(last.time - Int64((1000 + 499 * 16.1) * 1e6)) < 6_000_000)
  }

  @Test func presentationTimesSetThePhase() {
    // Callbacks come 5 ms after refreshes, one of which was at 900 ms.
    let all = refreshes((0..<200).map { 905 + Double($0) * 16.666667 }, seen: 900)
    let phase = (all[199].time - 900_000_000) % CallbackClockTests.period
    #expect(min(phase, CallbackClockTests.period - phase) < 200_000)
    #expect(all[199].sequence == all[0].sequence + 199)
  }

  @Test func refreshesAreNumberedOnWithAnotherPeriod() {
    var clock = CallbackClock(period: CallbackClockTests.period)
    let first = clock.callbackReceived(now: 1_000_000_000)
    clock.period = 20_000_000
    let next = clock.callbackReceived(now: 1_020_000_000)
    #expect(next.sequence == first.sequence + 1 && abs(next.time - 1_020_000_000) < 1000)
  }

  @Test func missedRefreshesAreCounted() {
    let all = refreshes([1000, 1016.7, 1066.7, 5000])
    #expect(all.map { $0.sequence &- all[0].sequence } == [0, 1, 4, 240])
    #expect(abs(all[3].time - 5_000_000_000) < CallbackClockTests.period)
  }

  @Test func refreshTimesStayNearAndIncreaseForRandomCallbacks() {
    var dice = SeededRandom(seed: 7), clock = CallbackClock(period: CallbackClockTests.period),
      now: Int64 = 1_000_000_000
    var last = clock.callbackReceived(now: now)
    for _ in 0..<10_000 {
      now += Int64(dice.roll(0...60_000_000))
      if dice.roll(0...2) == 0 { clock.presented(at: now - Int64(dice.roll(0...40_000_000)), now: now) }
      let next = clock.callbackReceived(now: now)
      #expect(next.sequence > last.sequence && abs(next.time - now) <= 2 * CallbackClockTests.period)
      last = next
    }
  }
}
