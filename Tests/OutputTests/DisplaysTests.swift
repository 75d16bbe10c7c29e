import Linux
import Notation
import Raster
import Testing

@testable import Outputs

/// Which way to a display is taken, of several that come and go.
@Suite struct DisplaysTests {
  /// A backend that does what it is told.
  private final class Way: Backend {
    var outputs: [any Output] = []
    var standing: Standing
    let isThroughOthers: Bool
    var isWanted = true
    var isOpen = false
    var hasLooked = true
    var reason: Bytes { standing == .showing || !hasLooked ? "" : isThroughOthers ? "no socket" : "no device" }
    let wakeUp: Int64? = nil

    let kind: StaticString

    init(_ kind: StaticString, _ standing: Standing, isThroughOthers: Bool = false) throws {
      (self.kind, self.standing, self.isThroughOthers) = (kind, standing, isThroughOthers)
      outputs = [try HeadlessOutput(width: 8, height: 8, rate: 60, folder: nil)]
    }

    func open(now: Int64) { isOpen = true }
    func close() { isOpen = false }
    func turn(now: Int64) -> Bool { false }

    var isOthers = false
    var hasText = false
    var areOurs = true
    func yield() { areOurs = false }
    func leaveOnScreen() { yield() }
    func restoreTerminal() { hasText = true }
    func resume() throws(OutputError) {
      if isOthers { throw OutputError("another program owns the display") }
      areOurs = true
    }
  }

  private struct Machine {
    let drm, wayland, fbdev: Way

    init(_ drm: Standing, _ wayland: Standing, _ fbdev: Standing) throws {
      (self.drm, self.wayland) = (try Way("drm", drm), try Way("wayland", wayland, isThroughOthers: true))
      self.fbdev = try Way("fbdev", fbdev)
    }

    func displays(_ said: @escaping (Bytes) -> Void = { _ in }) -> Displays {
      Displays([drm, wayland, fbdev], say: said)
    }

    func isShown(_ way: Way, by displays: Displays) -> Bool { displays.outputs.first === way.outputs.first }
  }

  @Test func theFirstThatShowsIsTaken() throws {
    let machine = try Machine(.showing, .showing, .showing), displays = machine.displays()
    #expect(machine.isShown(machine.drm, by: displays))
    #expect(!machine.wayland.isOpen && !machine.fbdev.isOpen, "nobody else is bothered")
  }

  @Test func whatWasPassedOverIsSaidOnce() throws {
    var said: [Bytes] = []
    let machine = try Machine(.absent, .absent, .showing), displays = machine.displays { said.append($0) }
    #expect(machine.isShown(machine.fbdev, by: displays))
    for _ in 0..<3 { _ = displays.turn(now: 0) }
    #expect(said == ["drm: no device; wayland: no socket"])
  }

  @Test func nothingIsSaidBeforeAllHaveLooked() throws {
    var said: [Bytes] = []
    let machine = try Machine(.absent, .absent, .absent)
    machine.wayland.hasLooked = false
    let displays = machine.displays { said.append($0) }
    #expect(said == [])
    machine.wayland.hasLooked = true
    _ = displays.turn(now: 0)
    #expect(said == ["drm: no device; wayland: no socket; fbdev: no device"])
  }

  @Test func aBetterOneReplacesIt() throws {
    let machine = try Machine(.absent, .absent, .showing), displays = machine.displays()
    machine.drm.standing = .showing
    #expect(displays.turn(now: 0) && machine.isShown(machine.drm, by: displays))
    #expect(!machine.fbdev.isOpen)
  }

  /// The compositor that took the card is the way to it; its framebuffer is not.
  @Test func pastAnotherProgramOnlyItselfLeadsOn() throws {
    let machine = try Machine(.waiting, .absent, .showing), displays = machine.displays()
    #expect(machine.isShown(machine.drm, by: displays) && machine.wayland.isOpen && !machine.fbdev.isOpen)
    machine.wayland.standing = .showing
    #expect(displays.turn(now: 0) && machine.isShown(machine.wayland, by: displays))
    machine.drm.standing = .showing
    #expect(displays.turn(now: 0) && machine.isShown(machine.drm, by: displays) && !machine.wayland.isOpen)
  }

  @Test func whereTheDisplayIsAnotherProgramsItIsNoFailureThatNobodyNamedItsSocket() throws {
    var said: [Bytes] = []
    let machine = try Machine(.waiting, .absent, .showing)
    machine.wayland.isWanted = false
    _ = machine.displays { said.append($0) }
    #expect(said == ["drm: no device"])
  }

  @Test(arguments: [false, true]) func aRefusedResumeLeavesAllAsItWas(isYielded: Bool) throws {
    let machine = try Machine(.showing, .absent, .absent), displays = machine.displays()
    if isYielded { displays.yield() }
    machine.fbdev.isOthers = true
    #expect(throws: OutputError.self) { try displays.resume() }
    #expect(displays.isYielded == isYielded && machine.drm.areOurs == !isYielded)
    machine.fbdev.isOthers = false
    try displays.resume()
    #expect(!displays.isYielded && machine.drm.areOurs)
  }

  @Test func theTerminalHasItsTextBackUnlessThePictureStays() throws {
    let machine = try Machine(.showing, .absent, .absent), other = try Machine(.showing, .absent, .absent)
    _ = machine.displays()
    #expect(machine.drm.hasText)
    other.displays().leaveOnScreen()
    #expect(!other.drm.hasText)
  }

  @Test func nothingElseIsSoughtForADisplayGivenUp() throws {
    let machine = try Machine(.showing, .showing, .showing), displays = machine.displays()
    displays.yield()
    machine.drm.standing = .waiting
    _ = displays.turn(now: 0)
    #expect(!machine.wayland.isOpen && !machine.fbdev.isOpen)
  }
}
