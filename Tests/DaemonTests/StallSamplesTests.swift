import System
import Testing

@testable import Daemon

@Suite struct StallSamplesTests {
  @Test func halfOfTheTimeIsPressure() {
    var samples = StallSamples()
    #expect(samples.isDue(now: 0))
    let steps: [(stalled: Double, time: Int64)] = [
      (1000, 0), (1000.5, 1_000_000_000), (1001.4, 3_000_000_000), (1010, 3_000_000_000), (1015, 4_000_000_000),
    ]
    let found = steps.map { samples.add(stalled: $0.stalled, now: $0.time, share: 0.5) }
    #expect(found == [false, true, false, false, true], "the first sample says nothing, and one without time")
    #expect(!samples.isDue(now: 4_999_999_999) && samples.isDue(now: 5_000_000_000))
  }

  @Test(.enabled(if: CPUPressure.stalled != nil, "needs a kernel with PSI"))
  func kernelCountsTheTime() throws {
    let before = try #require(CPUPressure.stalled)
    #expect(before >= 0)
    #expect(try #require(CPUPressure.stalled) >= before)
  }
}
