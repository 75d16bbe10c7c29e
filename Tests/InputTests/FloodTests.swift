import Testing

@testable import Input

/// Devices that send too much.
@Suite struct FloodTests {
  private static let second: Int64 = 1_000_000_000
  private var flood = Flood()

  private struct Look: Equatable {
    let complaints: Int
    let heeded: [String]
    init(_ complaints: Int, _ heeded: [String]) { (self.complaints, self.heeded) = (complaints, heeded) }
  }

  /// Looks every 10 ms for so many seconds; each time `events` have come from each of the devices. Returns the lines said.
  private mutating func look(
    from start: Int64, seconds: Int64, _ devices: [(String, Int)]
  ) -> Look {
    var complaints = 0, heeded: [String] = []
    for step in 0..<(seconds * 100) {
      for (name, events) in devices {
        let isHeeded = flood.take(events, from: .init(Array(name.utf8)))
        if isHeeded && !heeded.contains(name) { heeded.append(name) }
        if !isHeeded { heeded.removeAll { $0 == name } }
      }
      _ = flood.rest(now: start * Self.second + step * Self.second / 100)
      if flood.complaint() != nil { complaints += 1 }
    }
    return Look(complaints, heeded)
  }

  @Test mutating func whoSendsTooMuchIsNamedOnceAndTheOthersAreHeeded() {
    #expect(look(from: 1, seconds: 3, [("mouse", 30), ("keyboard", 1)]) == Look(0, ["mouse", "keyboard"]))
    #expect(look(from: 4, seconds: 3, [("broken", 1000), ("keyboard", 1)]) == Look(1, ["keyboard"]))
    #expect(look(from: 7, seconds: 3, [("keyboard", 1), ("broken", 1000)]) == Look(0, ["keyboard"]))
    #expect(look(from: 10, seconds: 35, [("keyboard", 1)]) == Look(0, ["keyboard"]))
    #expect(flood.source == nil, "it was quiet for long enough")
    #expect(
      look(from: 45, seconds: 3, [("broken", 1000), ("keyboard", 1)]) == Look(0, ["keyboard"]), "it was said before")
    #expect(look(from: 48, seconds: 3, [("another", 1000), ("keyboard", 1)]).complaints == 1)
  }

  @Test mutating func whatTheKernelLostIsMuch() {
    #expect(look(from: 1, seconds: 1, [("broken", 3)]).complaints == 0)
    #expect(look(from: 3, seconds: 1, [("broken", 3 + Flood.loss)]).complaints == 1)
  }

  @Test mutating func looksAreApart() {
    #expect(flood.rest(now: 1 * Self.second) == 0)
    #expect(flood.rest(now: 1 * Self.second + 1_000_000) == 4)
    #expect(flood.rest(now: 1 * Self.second + 9_000_000) == 0)
    _ = flood.take(20_000, from: "broken")
    #expect(flood.rest(now: 2 * Self.second) == 50)
  }
}
