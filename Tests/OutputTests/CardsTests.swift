import FakeDRM
import Linux
import Notation
import Testing

@testable import Outputs

private var card: UnsafeMutablePointer<fake_card> { fake_card_now() }

extension SeatTests {
  /// Cards that another program has: a terminal is never taken here, which would be that of whoever runs the tests.
  @Suite struct CardsTests {
    private func displays() throws -> Displays {
      let descriptor = FileDescriptor(owning: fake_open(true))
      card.pointee.is_taken = true
      let path: Bytes = "/nowhere/card\(Int(Clock.nanoseconds))"
      let cards = try Cards(
        path, Arrangement(), EventLoop(), inherited: [(path, descriptor, [])], say: { _ in })
      return Displays([cards], cards, say: { _ in })
    }

    @Test func aRefusedResumeLeavesAllAsItWas() throws {
      let displays = try displays()
      #expect(!displays.areOurs && displays.outputs.count == 1)
      #expect(throws: OutputError.self) { try displays.resume() }
      #expect(!displays.isYielded, "nobody has yielded")
      displays.yield()
      #expect(throws: OutputError.self) { try displays.resume() }
      #expect(displays.isYielded)
    }
  }
}
