import Foundation
import System
import Testing

@testable import Daemon

@Suite struct StallSamplesTests {
  @Test func halfOfTheTimeIsPressure() {
    var samples = StallSamples()
    #expect(samples.deadline == 0)
    let steps: [(stalled: Double, time: Int64)] = [
      (1000, 0), (1000.5, 1_000_000_000), (1001.4, 3_000_000_000), (1010, 3_000_000_000), (1015, 4_000_000_000),
    ]
    let found = steps.map { samples.add(stalled: $0.stalled, now: $0.time, share: 0.5) }
    #expect(found == [false, true, false, false, true], "the first sample says nothing, and one without time")
    #expect(samples.deadline == 5_000_000_000)
  }

  @Test(.enabled(if: (try? String(contentsOfFile: "/proc/pressure/cpu", encoding: .utf8)) != nil, "needs PSI"))
  func kernelCountsTheTime() throws {
    func total() throws -> Double {
      let text = try String(contentsOfFile: "/proc/pressure/cpu", encoding: .utf8)
      return try #require(text.firstMatch(of: /^some .* total=(\d+)/).flatMap { Double($0.1) }) / 1e6
    }
    let before = try total(), stalled = try #require(CPUPressure.stalled)
    #expect(try (before...total()).contains(stalled))
  }
}
