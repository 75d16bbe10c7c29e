import FakeDRM
import FakeFramebuffer
import Foundation
import System
import Support
import Raster
import Testing

@testable import Display

private var card: UnsafeMutablePointer<fake_card> { fake_card_now() }
private var record: UnsafeMutablePointer<fake_record> { fake_record_now() }

/// A virtual terminal as the kernel has it.
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

extension SeatTests {
  /// Who has the virtual terminals while DRM cards are shown on, given up, and taken back.
  @Suite struct TerminalTests {
    private final class Machine {
      let cards: DRMBackend
      private(set) var displays: Displays?
      private var now = Clock.nanoseconds
      private let descriptor: FileDescriptor
      private let folder: Bytes
      /// Of the first card, which nobody else has: the lock of a card goes by its name.
      private let number = Int.random(in: 1000...99_999_999)
      private var frame = 0

      init(_ terminal: Int32 = 1, isTaken: Bool = false) throws {
        fake_terminals_open(terminal)
        descriptor = FileDescriptor(owning: fake_open(true))
        card.pointee.is_taken = isTaken
        folder = "/tmp/loaderd-cards-\(number)"
        try File.makeDirectory(folder)
        cards = DRMBackend(nil, OutputConfiguration(), try EventLoop(), inherited: [], folder: folder, say: { _ in })
        displays = Displays([cards], cards, terminal: VirtualTerminal(), say: { _ in })
        try add()
      }

      deinit {
        displays = nil
        fake_terminals_open(0)
        for card in number...number + 1 {
          File.remove("\(folder)/card\(card)")
          File.remove("/run/loaderd/card\(card).lock")
        }
        _ = folder.withCString { rmdir($0) }
      }

      /// A card comes, and is looked at.
      func add() throws {
        let path: Bytes = "\(folder)/card\(number + cards.cards.count)"
        let link: Bytes = "/proc/self/fd/\(Int(descriptor.number))"
        let result = link.withCString { link in path.withCString { symlink(link, $0) } }
        try #require(result == 0)
        cards.look(probing: false)
        now = max(now, Clock.nanoseconds) + 100_000_000
        frames()
      }

      /// Draws where it may, for so many refreshes; returns how many commits there were.
      @discardableResult func frames(_ count: Int = 3) -> Int32 {
        let before = record.pointee.commits
        for _ in 0..<count {
          _ = displays?.dispatch(now: now)
          frame += 1
          for output in displays?.outputs ?? [] where output.earliest(now: now).map({ $0 <= now }) ?? false {
            _ = try? output.present([], over: Color(UInt32(0x100000 + frame)), now: now)
          }
          now += SeatTests.period
          fake_vblank(now)
          for seat in cards.cards { seat.dispatch() }
        }
        return record.pointee.commits - before
      }

      /// Time in which whatever is tried again is.
      func wait() {
        now += 3 * MasterState.longest
        frames()
      }

      /// Another program opens the cards, and closes them.
      func open() { for seat in cards.cards { seat.change(now) { $0.opened(now: now) } } }
      func close() { for seat in cards.cards { seat.change(now) { $0.closed(now: now) } } }

      /// chvt, as far as it comes.
      func show(_ number: Int32) { deliver(fake_terminals_activate(number)) }

      func deliver(_ signal: Int32) {
        switch signal {
        case SIGUSR1: displays?.releaseTerminal()
        case SIGUSR2: displays?.acquireTerminal()
        default: return
        }
        deliver(fake_terminals_signal())
      }

      func end() { displays = nil }
    }

    @Test func theTerminalIsTextAfterTheEnd() throws {
      let machine = try Machine()
      #expect(machine.frames() > 0 && isOurs(1) && !fake_terminals_has_cursor(1))
      machine.end()
      #expect(isText(1) && terminal(1).texts == 1)
    }

    @Test func theTerminalIsTextAfterYieldAndTheEndWhereNobodyTookTheDisplay() throws {
      let machine = try Machine()
      try #require(machine.displays).yield()
      #expect(machine.frames() == 0 && isOurs(1), "the picture stays")
      machine.end()
      #expect(isText(1) && terminal(1).texts == 1)
    }

    @Test func theTerminalIsTextAfterYieldAndTheEndWhereTheConsoleDrewOnTheCard() throws {
      let machine = try Machine()
      try #require(machine.displays).yield()
      machine.show(2)
      machine.show(1)
      machine.end()
      #expect(active == 1 && isText(1))
    }

    @Test func anotherMastersTerminalIsLeftAloneAtTheEnd() throws {
      let machine = try Machine()
      try #require(machine.displays).yield()
      machine.open()
      card.pointee.is_taken = true
      machine.end()
      #expect(terminal(1).display_mode == KD_GRAPHICS && terminal(1).texts == 0)
    }

    @Test(arguments: [false, true]) func aTerminalThatAnotherProgramHasSetIsLeftAloneAtTheEnd(yields: Bool) throws {
      let machine = try Machine()
      if yields { try #require(machine.displays).yield() }
      fake_terminals_take(1)
      machine.end()
      #expect(terminal(1).owner == FAKE_OTHER && terminal(1).display_mode == KD_GRAPHICS && terminal(1).texts == 0)
    }

    @Test func aTerminalThatIsNotSeenIsTextAfterTheEndWhoeverHasTheDisplay() throws {
      let machine = try Machine()
      machine.show(7)
      card.pointee.is_taken = true
      fake_terminals_take(7)
      machine.end()
      #expect(isText(1) && terminal(7).texts == 0 && terminal(7).owner == FAKE_OTHER)
    }

    @Test func aRetainedPictureKeepsItsTerminal() throws {
      let machine = try Machine()
      try #require(machine.displays).retain()
      machine.end()
      #expect(terminal(1).display_mode == KD_GRAPHICS && terminal(1).texts == 0)
    }

    @Test(arguments: [false, true]) func resumeDoesNotDrawOverAnotherTerminal(yields: Bool) throws {
      let machine = try Machine()
      let displays = try #require(machine.displays)
      if yields { displays.yield() }
      machine.show(2)
      #expect(active == 2)
      try displays.resume()
      #expect(machine.frames() == 0 && terminal(2).graphics == 0, "success, but nothing is drawn yet")
      machine.wait()
      #expect(machine.frames() == 0 && terminal(2).graphics == 0)
      machine.show(1)
      #expect(machine.frames() > 0 && active == 1 && isOurs(1))
    }

    @Test func aCardThatComesWhileAnotherTerminalIsShownIsNotDrawnOn() throws {
      let machine = try Machine()
      machine.show(2)
      let before = record.pointee.commits
      try machine.add()
      machine.wait()
      #expect(machine.cards.cards.count == 2 && record.pointee.commits == before)
      #expect(terminal(2).graphics == 0 && isOurs(1))
      machine.show(1)
      #expect(machine.frames() > 0 && machine.cards.cards.allSatisfy { $0.masterState.isHolding })
    }

    /// A compositor has run on terminal 7, and left it to be shown.
    @Test func theTerminalTakenEarlierIsTextOnceTheDisplayIsTakenBackOnAnother() throws {
      let machine = try Machine()
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
      #expect(active == 7 && machine.frames() > 0, "no switch hangs")
      machine.show(2)
      #expect(active == 2)
      machine.end()
      #expect(isText(7) && terminal(7).texts == 1 && terminal(1).texts == 1)
    }

    /// Both signals wait when the terminal was shown for a moment only; the kernel hands out SIGUSR1 first.
    @Test func aTerminalThatWasShownForAMomentIsNotDrawnOn() throws {
      let machine = try Machine()
      machine.show(2)
      let acquired = fake_terminals_activate(1), released = fake_terminals_activate(3)
      #expect(acquired == SIGUSR2 && released == SIGUSR1)
      machine.deliver(released)
      machine.deliver(acquired)
      #expect(active == 3 && machine.frames() == 0 && terminal(3).graphics == 0)
      machine.show(1)
      #expect(active == 1 && machine.frames() > 0)
    }

    @Test func aTerminalThatWasHungUpIsStillReleasedAndRestored() throws {
      let machine = try Machine()
      fake_terminals_hang_up(1)
      machine.show(2)
      #expect(active == 2 && machine.frames() == 0)
      machine.show(1)
      #expect(active == 1 && machine.frames() > 0)
      fake_terminals_hang_up(1)
      machine.end()
      #expect(isText(1))
    }

    @Test func aTerminalWhoseSwitchesCannotBeFollowedStaysText() throws {
      fake_terminals_open(1)
      fake_terminals_fail(UInt(VT_SETMODE), EPERM)
      #expect(!VirtualTerminal().take())
      #expect(terminal(1).display_mode == KD_TEXT && terminal(1).graphics == 1)
      fake_terminals_open(0)
    }

    @Test func startedUnderAnotherProgramItTakesTheTerminalWhenThatLetsGo() throws {
      let machine = try Machine(isTaken: true)
      #expect(machine.frames() == 0 && terminal(1).graphics == 0)
      let displays = try #require(machine.displays)
      #expect(throws: OutputError.self) { try displays.resume() }
      fake_terminals_take(1)
      fake_terminals_give_back(1)
      card.pointee.is_taken = false
      fake_terminals_activate(2)
      machine.wait()
      #expect(machine.frames() == 0 && terminal(2).graphics == 0, "its terminal is not the one that is shown")
      fake_terminals_activate(1)
      machine.wait()
      #expect(machine.frames() > 0 && isOurs(1))
    }
  }
}
