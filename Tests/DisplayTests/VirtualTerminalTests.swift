import FakeDRM
import FakeFramebuffer
import Foundation
import Raster
import Support
import System
import Testing

@testable import Display

/// The state of a virtual terminal.
private func terminal(_ number: Int) -> fake_terminal {
  withUnsafeBytes(of: &fake_terminals_now().pointee.at) { $0.bindMemory(to: fake_terminal.self)[number] }
}

private var active: Int32 { fake_terminals_now().pointee.active }

private func isText(_ number: Int) -> Bool {
  terminal(number).display_mode == KD_TEXT && Int32(terminal(number).mode.mode) == VT_AUTO
    && fake_terminals_has_cursor(Int32(number))
}

private func isOurs(_ number: Int) -> Bool {
  terminal(number).display_mode == KD_GRAPHICS && terminal(number).owner == FAKE_US
    && Int32(terminal(number).mode.mode) == VT_PROCESS
}

extension DRMTests {
  /// The virtual terminal while DRM devices are drawn on, released and regained.
  @Suite struct VirtualTerminalTests {
    @Test func textModeIsRestoredAtTheEnd() throws {
      let machine = try TerminalMachine()
      #expect(machine.frames() > 0 && isOurs(1) && !fake_terminals_has_cursor(1))
      machine.end()
      #expect(isText(1) && terminal(1).texts == 1)
    }

    @Test func textModeIsRestoredAfterAnUnansweredYield() throws {
      let machine = try TerminalMachine()
      try #require(machine.displays).yield()
      #expect(machine.frames() == 0 && isOurs(1), "the picture stays")
      machine.end()
      #expect(isText(1) && terminal(1).texts == 1)
    }

    @Test func textModeIsRestoredAfterYieldAndTerminalSwitches() throws {
      let machine = try TerminalMachine()
      try #require(machine.displays).yield()
      machine.show(2)
      machine.show(1)
      machine.end()
      #expect(active == 1 && isText(1))
    }

    @Test func lentTerminalShowsTextUntilResume() throws {
      let machine = try TerminalMachine()
      let displays = try #require(machine.displays)
      try displays.lend()
      #expect(machine.frames() == 0 && isText(1) && !card.pointee.is_master)
      machine.wait()
      #expect(machine.frames() == 0 && isText(1), "nothing takes it back")
      try displays.resume()
      #expect(machine.frames() > 0 && isOurs(1) && displays.session.state == .active)
    }

    @Test func lentDisplayIsNotTakenBackBehindAnotherTerminal() throws {
      let machine = try TerminalMachine()
      let displays = try #require(machine.displays)
      try displays.lend()
      machine.show(2)
      try displays.resume()
      machine.wait()
      #expect(machine.frames() == 0 && isText(1) && terminal(2).graphics == 0 && displays.session.state == .vtInactive)
      machine.show(1)
      machine.wait()
      #expect(machine.frames() > 0 && isOurs(1))
    }

    @Test func displayOfAnotherProgramIsNotLent() throws {
      let machine = try TerminalMachine()
      let displays = try #require(machine.displays)
      machine.open()
      card.pointee.has_other_master = true
      machine.frames()
      #expect(throws: OutputError.self) { try displays.lend() }
      #expect(terminal(1).display_mode == KD_GRAPHICS && terminal(1).texts == 0)
    }

    @Test func terminalUnderAnotherMasterIsNotRestored() throws {
      let machine = try TerminalMachine()
      try #require(machine.displays).yield()
      machine.open()
      card.pointee.has_other_master = true
      machine.end()
      #expect(terminal(1).display_mode == KD_GRAPHICS && terminal(1).texts == 0)
    }

    @Test(arguments: [false, true]) func terminalThatAnotherProgramHasSetIsNotRestored(yields: Bool) throws {
      let machine = try TerminalMachine()
      if yields { try #require(machine.displays).yield() }
      fake_terminals_take(1)
      machine.end()
      #expect(terminal(1).owner == FAKE_OTHER && terminal(1).display_mode == KD_GRAPHICS && terminal(1).texts == 0)
    }

    @Test func hiddenTerminalIsRestoredUnderAnotherMaster() throws {
      let machine = try TerminalMachine()
      machine.show(7)
      card.pointee.has_other_master = true
      fake_terminals_take(7)
      machine.end()
      #expect(isText(1) && terminal(7).texts == 0 && terminal(7).owner == FAKE_OTHER)
    }

    @Test func retainedPictureKeepsGraphicsMode() throws {
      let machine = try TerminalMachine()
      try #require(machine.displays).retain()
      machine.end()
      #expect(terminal(1).display_mode == KD_GRAPHICS && terminal(1).texts == 0)
    }

    @Test(arguments: [false, true]) func resumeDoesNotDrawOverAnotherTerminal(yields: Bool) throws {
      let machine = try TerminalMachine()
      let displays = try #require(machine.displays)
      if yields { displays.yield() }
      machine.show(2)
      #expect(active == 2)
      try displays.resume()
      #expect(machine.frames() == 0 && terminal(2).graphics == 0, "the call succeeds, but nothing is drawn yet")
      machine.wait()
      #expect(machine.frames() == 0 && terminal(2).graphics == 0)
      machine.show(1)
      #expect(machine.frames() > 0 && active == 1 && isOurs(1))
    }

    @Test func newDeviceIsNotDrawnOnBehindAnotherTerminal() throws {
      let machine = try TerminalMachine()
      machine.show(2)
      let before = record.pointee.commits
      try machine.add()
      machine.wait()
      #expect(machine.backend.devices.count == 2 && record.pointee.commits == before)
      #expect(terminal(2).graphics == 0 && isOurs(1))
      machine.show(1)
      #expect(machine.frames() > 0 && machine.backend.devices.allSatisfy { $0.masterState.isAvailable })
    }

    /// A compositor has run on terminal 7, which is still shown.
    @Test func earlierTerminalIsRestoredWhenAnotherIsTaken() throws {
      let machine = try TerminalMachine()
      try #require(machine.displays).yield()
      machine.open()
      machine.show(7)
      fake_terminals_take(7)
      fake_terminals_give_back(7)
      machine.close()
      try #require(machine.displays).resume()
      #expect(machine.frames() > 0 && isOurs(7))
      #expect(isText(1) && terminal(1).texts == 1)
      machine.show(1)
      #expect(active == 1 && machine.frames() == 0)
      machine.show(7)
      #expect(active == 7 && machine.frames() > 0, "the switch is answered")
      machine.show(2)
      #expect(active == 2)
      machine.end()
      #expect(isText(7) && terminal(7).texts == 1 && terminal(1).texts == 1)
    }

    /// If the terminal was shown for a moment only, both signals are pending; the kernel delivers SIGUSR1 first.
    @Test func terminalShownForAMomentIsNotDrawnOn() throws {
      let machine = try TerminalMachine()
      machine.show(2)
      let acquired = fake_terminals_activate(1), released = fake_terminals_activate(3)
      #expect(acquired == SIGUSR2 && released == SIGUSR1)
      machine.deliver(released)
      machine.deliver(acquired)
      #expect(active == 3 && machine.frames() == 0 && terminal(3).graphics == 0)
      machine.show(1)
      #expect(active == 1 && machine.frames() > 0)
    }

    @Test func hungUpTerminalIsReleasedAndRestored() throws {
      let machine = try TerminalMachine()
      fake_terminals_hang_up(1)
      machine.show(2)
      #expect(active == 2 && machine.frames() == 0)
      machine.show(1)
      #expect(active == 1 && machine.frames() > 0)
      fake_terminals_hang_up(1)
      machine.end()
      #expect(isText(1))
    }

    @Test func terminalStaysTextIfSetModeFails() throws {
      fake_terminals_open(1)
      fake_terminals_fail(UInt(VT_SETMODE), EPERM)
      #expect(!VirtualTerminal().take())
      #expect(terminal(1).display_mode == KD_TEXT && terminal(1).graphics == 1)
      fake_terminals_open(0)
    }

    @Test func terminalIsTakenWhenTheOtherMasterEnds() throws {
      let machine = try TerminalMachine(isTaken: true)
      #expect(machine.frames() == 0 && terminal(1).graphics == 0)
      let displays = try #require(machine.displays)
      #expect(throws: OutputError.self) { try displays.resume() }
      fake_terminals_take(1)
      fake_terminals_activate(2)
      card.pointee.has_other_master = false
      machine.wait()
      #expect(machine.frames() == 0 && terminal(2).graphics == 0, "the other program goes on behind this terminal")
      fake_terminals_give_back(1)
      fake_terminals_activate(1)
      machine.wait()
      #expect(machine.frames() > 0 && isOurs(1))
    }

    /// A display manager shows the first terminal again when it ends.
    @Test func anyTerminalIsTakenWhenTheOtherMasterEndsElsewhere() throws {
      let machine = try TerminalMachine(7, isTaken: true)
      machine.open()
      fake_terminals_take(7)
      #expect(machine.frames() == 0)
      fake_terminals_give_back(7)
      fake_terminals_activate(1)
      card.pointee.has_other_master = false
      machine.close()
      machine.frames()
      machine.frames()
      #expect(machine.frames() > 0 && isOurs(1) && terminal(7).graphics == 0)
    }

    /// Leaves terminal 1 to a successor, as a predecessor that is killed while terminal 2 is shown.
    private func leaveTerminal() {
      fake_terminals_open(1)
      VirtualTerminal().take()
      fake_terminals_now().pointee.at.1.owner = FAKE_DEAD
      fake_terminals_now().pointee.active = 2
    }

    @Test func successorDrawsOnTheTerminalOfItsPredecessor() throws {
      leaveTerminal()
      let machine = try TerminalMachine(nil, inheritedTerminal: 1)
      machine.wait()
      #expect(machine.frames() == 0 && terminal(2).graphics == 0 && isOurs(1))
      #expect(machine.displays?.session.state == .vtInactive && machine.displays?.inheritableTerminal == 1)
      machine.show(1)
      #expect(active == 1 && machine.frames() > 0)
      machine.show(2)
      #expect(active == 2 && machine.frames() == 0)
      machine.end()
      #expect(isText(1) && terminal(2).graphics == 0)
    }

    @Test(arguments: [1, 2]) func terminalThatIsNotThePredecessorsAnyMoreIsNotAwaited(shown: Int32) throws {
      leaveTerminal()
      fake_terminals_give_back(1)
      fake_terminals_now().pointee.active = shown
      let machine = try TerminalMachine(nil, inheritedTerminal: 1)
      #expect(machine.frames() > 0 && isOurs(Int(shown)))
    }

    /// The successor has claimed the signals, and ended before its first picture.
    @Test func signalsAreReclaimedFromAFailedSuccessor() throws {
      let machine = try TerminalMachine()
      fake_terminals_now().pointee.at.1.owner = FAKE_DEAD
      try #require(machine.displays).reclaim()
      machine.show(2)
      #expect(active == 2 && machine.frames() == 0 && terminal(1).display_mode == KD_GRAPHICS)
      machine.show(1)
      #expect(machine.frames() > 0)
    }

    /// A user looks at the text console while loaderd waits for a compositor.
    @Test func consoleBehindAnotherTerminalIsNoOtherProgram() throws {
      let machine = try TerminalMachine(), displays = try #require(machine.displays)
      machine.show(2)
      card.pointee.other_framebuffer = 99
      #expect(!displays.isScannedOut && !displays.isReplacedByProgram)
      fake_terminals_take(2)
      #expect(displays.isReplacedByProgram)
    }

    /// The service manager keeps its file descriptor until then.
    @Test func goneDeviceWithoutADisplayIsReported() throws {
      let machine = try TerminalMachine(), displays = try #require(machine.displays)
      card.pointee.screens.0.is_connected = false
      machine.backend.scheduleScan(probing: false)
      machine.wait()
      #expect(displays.outputs.isEmpty && displays.transferableDevices.count == 1)
      machine.backend.devices[0].isLost = true
      machine.remove()
      #expect(displays.dispatch(now: Clock.nanoseconds + 1_000_000_000) && displays.transferableDevices.isEmpty)
    }

    /// The kernel's console is on the display when its terminal is shown again.
    @Test func displayIsTakenBackAfterTheOtherMasterHasEndedBehindAnotherTerminal() throws {
      let machine = try TerminalMachine()
      machine.open()
      card.pointee.has_other_master = true
      machine.frames()
      fake_terminals_take(1)
      fake_terminals_activate(3)
      fake_terminals_give_back(1)
      card.pointee.has_other_master = false
      machine.close()
      for _ in 0..<5 { machine.wait() }
      #expect(machine.frames() == 0 && terminal(3).graphics == 0)
      card.pointee.other_framebuffer = 99
      fake_terminals_activate(1)
      machine.wait()
      #expect(machine.frames() > 0 && isOurs(1))
    }
  }
}
