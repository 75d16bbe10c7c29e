import Testing

@testable import Baking

/// The search for the period of an animation, from frames that are numbers.
@Suite struct PeriodSearchTests {
  private func result(_ frame: @escaping (Int64) -> Int64) -> PeriodSearch.Result? {
    PeriodSearch {
      [UInt32(truncatingIfNeeded: frame($0))]
    } isStill: { _ in
      false
    }.result(nil)
  }

  /// Pictures that stand still for a while: their number, and the milliseconds of each. Multiples of 10 ms are found
  /// first.
  @Test(arguments: [(10, 100), (3, 1000), (2, 166), (4, 3000), (30, 33), (7, 11)] as [(Int64, Int64)])
  func picturesRepeat(count: Int64, each: Int64) {
    let period = result { $0 / each % count }?.period
    let cycle = count * each
    #expect(period == (1...10).map { $0 * cycle * 1000 }.first { $0 % 10_000 == 0 })
  }

  @Test func introIsFollowedByAPeriod() {
    #expect(result { $0 < 1500 ? $0 : $0 / 50 % 10 } == PeriodSearch.Result(intro: 2_000_000, period: 500_000))
  }

  /// It stands still at its extremes, as a pulse does.
  @Test func pulseRepeats() {
    #expect(
      result {
        let phase = $0 % 2400; return abs(phase - 1200) / 16
      }?.period == 2_400_000)
  }

  @Test func whatNeverRepeatsIsNotFound() { #expect(result { $0 / 100 } == nil) }
}
