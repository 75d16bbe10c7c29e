import Testing

@testable import Input

/// The rate limiter with devices that send too many events.
@Suite struct EventRateLimiterTests {
  private static let second: Int64 = 1_000_000_000
  private var limiter = EventRateLimiter()

  /// The number of warnings, and the devices whose events were accepted.
  private struct Outcome: Equatable {
    let warnings: Int
    let accepted: [String]

    init(_ warnings: Int, _ accepted: [String]) {
      self.warnings = warnings
      self.accepted = accepted
    }
  }

  /// Reads every 10 ms for a number of seconds; each time every device has sent its number of events.
  private mutating func run(
    from start: Int64, seconds: Int64, _ devices: [(String, Int)]
  ) -> Outcome {
    var warnings = 0, accepted: [String] = []
    for step in 0..<(seconds * 100) {
      for (name, events) in devices {
        let isAccepted = limiter.count(events, from: .init(Array(name.utf8)))
        if isAccepted && !accepted.contains(name) { accepted.append(name) }
        if !isAccepted { accepted.removeAll { $0 == name } }
      }
      _ = limiter.delay(now: start * Self.second + step * Self.second / 100)
      if limiter.warning() != nil { warnings += 1 }
    }
    return Outcome(warnings, accepted)
  }

  @Test mutating func deviceWithTooManyEventsIsLoggedOnceAndIgnored() {
    #expect(run(from: 1, seconds: 3, [("mouse", 30), ("keyboard", 1)]) == Outcome(0, ["mouse", "keyboard"]))
    #expect(run(from: 4, seconds: 3, [("broken", 1000), ("keyboard", 1)]) == Outcome(1, ["keyboard"]))
    #expect(run(from: 7, seconds: 3, [("keyboard", 1), ("broken", 1000)]) == Outcome(0, ["keyboard"]))
    #expect(run(from: 10, seconds: 35, [("keyboard", 1)]) == Outcome(0, ["keyboard"]))
    #expect(limiter.source == nil, "it has been quiet for 30 s")
    #expect(
      run(from: 45, seconds: 3, [("broken", 1000), ("keyboard", 1)]) == Outcome(0, ["keyboard"]), "it is logged once")
    #expect(run(from: 48, seconds: 3, [("another", 1000), ("keyboard", 1)]).warnings == 1)
  }

  @Test mutating func bufferOverrunsCountAsManyEvents() {
    #expect(run(from: 1, seconds: 1, [("broken", 3)]).warnings == 0)
    #expect(run(from: 3, seconds: 1, [("broken", 3 + EventRateLimiter.overrun)]).warnings == 1)
  }

  @Test mutating func readsAreDelayed() {
    #expect(limiter.delay(now: 1 * Self.second) == 0)
    #expect(limiter.delay(now: 1 * Self.second + 1_000_000) == 4)
    #expect(limiter.delay(now: 1 * Self.second + 9_000_000) == 0)
    _ = limiter.count(20_000, from: "broken")
    #expect(limiter.delay(now: 2 * Self.second) == 50)
  }
}
