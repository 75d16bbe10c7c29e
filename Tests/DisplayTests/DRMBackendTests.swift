import FakeDRM
import Support
import System
import Testing

@testable import Display

private var card: UnsafeMutablePointer<fake_card> { fake_card_now() }

extension DRMTests {
  /// Devices that another program owns. No terminal is taken here: it would be that of the user who runs the tests.
  @Suite struct DRMBackendTests {
    private func displays() throws -> Displays {
      let descriptor = FileDescriptor(owning: fake_open(true))
      card.pointee.has_other_master = true
      let path: Bytes = "/nowhere/card\(Int(Clock.nanoseconds))"
      let backend = try DRMBackend(
        path, OutputConfiguration(), EventLoop(), inherited: [(path, descriptor, [])], log: { _ in })
      return Displays([backend], backend, terminal: VirtualTerminal(), log: { _ in })
    }

    @Test func refusedResumeChangesNothing() throws {
      let displays = try displays()
      #expect(!displays.isActive && displays.outputs.count == 1)
      #expect(throws: OutputError.self) { try displays.resume() }
      #expect(displays.session.state == .preempted, "no client has called Yield")
      displays.yield()
      #expect(throws: OutputError.self) { try displays.resume() }
      #expect(displays.session.isReleased)
    }
  }
}
