import Raster
import Support
import System
import Testing

@testable import Display

/// The choice between several backends whose devices come and go.
@Suite struct DisplaysTests {
  /// A backend whose state a test sets.
  private final class FakeBackend: Backend {
    var outputs: [any Output] = []
    var status: BackendStatus
    let isNested: Bool
    var reportsWhileWaiting = true
    var isOpen = false
    var hasLooked = true
    var reason: Bytes { status == .showing || !hasLooked ? "" : isNested ? "no socket" : "no device" }
    let deadline: Int64? = nil

    let kind: StaticString

    init(_ kind: StaticString, _ status: BackendStatus, isNested: Bool = false) throws {
      (self.kind, self.status, self.isNested) = (kind, status, isNested)
      outputs = [try HeadlessOutput(width: 8, height: 8, rate: 60, folder: nil)]
    }

    func open(now: Int64, mayDraw: Bool) { isOpen = true }
    func close() { isOpen = false }
    func dispatch(now: Int64, mayTakeDevices: Bool) -> Bool { false }

    var isOthers = false
    var isDrawn = true
    var keepsPictures = false
    var ownsDevices: Bool { !isOthers }
    func activate(now: Int64) { isDrawn = true }
    func deactivate(now: Int64) { isDrawn = false }
    func keepPictures() { keepsPictures = true }
  }

  private struct Machine {
    let drm, wayland, fbdev: FakeBackend

    init(_ drm: BackendStatus, _ wayland: BackendStatus, _ fbdev: BackendStatus) throws {
      (self.drm, self.wayland) = (try FakeBackend("drm", drm), try FakeBackend("wayland", wayland, isNested: true))
      self.fbdev = try FakeBackend("fbdev", fbdev)
    }

    func displays(_ log: @escaping (Bytes) -> Void = { _ in }) -> Displays {
      Displays([drm, wayland, fbdev], terminal: VirtualTerminal(), log: log)
    }

    func isShown(_ way: FakeBackend, by displays: Displays) -> Bool { displays.outputs.first === way.outputs.first }
  }

  @Test func firstBackendWithOutputIsSelected() throws {
    let machine = try Machine(.showing, .showing, .showing), displays = machine.displays()
    #expect(machine.isShown(machine.drm, by: displays))
    #expect(!machine.wayland.isOpen && !machine.fbdev.isOpen, "later backends stay closed")
  }

  /// Whatever devices they are on. One that comes later takes the place of none.
  @Test(
    arguments: [
      ([nil, nil], [.primary, .mirror]), ([.mirror, nil], [.primary, .mirror]),
      ([nil, .primary], [.primary, .mirror]),
      ([.blank, .mirror], [.blank, .mirror]), ([nil], [.primary]),
    ] as [([Role?], [Role])])
  func oneOutputIsPrimaryAndFirst(configured: [Role?], shown: [Role]) throws {
    let machine = try Machine(.showing, .absent, .absent)
    let outputs = try configured.map { role in
      let output = try HeadlessOutput(width: 8, height: 8, rate: 60, folder: nil)
      output.configuredRole = role
      return output
    }
    machine.drm.outputs = outputs
    let displays = machine.displays()
    #expect(displays.outputs.map { $0.role } == shown)
    let late = try HeadlessOutput(width: 8, height: 8, rate: 60, folder: nil)
    late.configuredRole = nil
    machine.drm.outputs = outputs + [late]
    #expect(displays.dispatch(now: 0) && displays.outputs.count { $0.role == .primary } == 1)
    #expect(displays.outputs.first?.role == .primary)
    machine.drm.outputs = [late]
    #expect(displays.dispatch(now: 0) && displays.outputs.first?.role == .primary, "the only one left")
  }

  @Test func skippedBackendsAreLoggedOnce() throws {
    var logged: [Bytes] = []
    let machine = try Machine(.absent, .absent, .showing), displays = machine.displays { logged.append($0) }
    #expect(machine.isShown(machine.fbdev, by: displays))
    for _ in 0..<3 { _ = displays.dispatch(now: 0) }
    #expect(logged == ["drm: no device; wayland: no socket"])
  }

  @Test func nothingIsLoggedBeforeAllBackendsHaveLooked() throws {
    var logged: [Bytes] = []
    let machine = try Machine(.absent, .absent, .absent)
    machine.wayland.hasLooked = false
    let displays = machine.displays { logged.append($0) }
    #expect(logged == [])
    machine.wayland.hasLooked = true
    _ = displays.dispatch(now: 0)
    #expect(logged == ["drm: no device; wayland: no socket; fbdev: no device"])
  }

  @Test func earlierBackendReplacesALaterOne() throws {
    let machine = try Machine(.absent, .absent, .showing), displays = machine.displays()
    machine.drm.status = .showing
    #expect(displays.dispatch(now: 0) && machine.isShown(machine.drm, by: displays))
    #expect(!machine.fbdev.isOpen)
  }

  /// The program that owns the device may be a compositor; its framebuffer must not be drawn on.
  @Test func onlyWaylandIsTriedWhileAnotherProgramOwnsTheDevice() throws {
    let machine = try Machine(.waiting, .absent, .showing), displays = machine.displays()
    #expect(machine.isShown(machine.drm, by: displays) && machine.wayland.isOpen && !machine.fbdev.isOpen)
    machine.wayland.status = .showing
    #expect(displays.dispatch(now: 0) && machine.isShown(machine.wayland, by: displays))
    machine.drm.status = .showing
    #expect(displays.dispatch(now: 0) && machine.isShown(machine.drm, by: displays) && !machine.wayland.isOpen)
  }

  @Test func unconfiguredSocketIsNotLoggedWhileADeviceWaits() throws {
    var logged: [Bytes] = []
    let machine = try Machine(.waiting, .absent, .showing)
    machine.wayland.reportsWhileWaiting = false
    _ = machine.displays { logged.append($0) }
    #expect(logged == ["drm: no device"])
  }

  @Test(arguments: [false, true]) func refusedResumeChangesNothing(isYielded: Bool) throws {
    let machine = try Machine(.showing, .absent, .absent), displays = machine.displays()
    if isYielded { displays.yield() }
    machine.fbdev.isOthers = true
    #expect(throws: OutputError.self) { try displays.resume() }
    #expect(displays.session.isReleased == isYielded && machine.drm.isDrawn == !isYielded)
    machine.fbdev.isOthers = false
    try displays.resume()
    #expect(displays.session.state == .active && machine.drm.isDrawn)
  }

  @Test func retainedPicturesStay() throws {
    let machine = try Machine(.showing, .absent, .absent), displays = machine.displays()
    displays.retain()
    #expect(machine.drm.keepsPictures && !machine.drm.isDrawn && !displays.ownsDisplay)
    try? displays.resume()
    #expect(!machine.drm.isDrawn && displays.session.state == .retained)
  }

  @Test func yieldRemovesSurfacesFromTheCompositor() throws {
    let machine = try Machine(.waiting, .showing, .absent), displays = machine.displays()
    #expect(machine.isShown(machine.wayland, by: displays) && !displays.ownsDisplay)
    displays.yield()
    #expect(!machine.wayland.isOpen)
    _ = displays.dispatch(now: 0)
    #expect(!machine.wayland.isOpen)
    try displays.resume()
    _ = displays.dispatch(now: 0)
    #expect(machine.isShown(machine.wayland, by: displays))
  }

  /// It notices that another program uses the device.
  @Test func backendOfTheReleasedDisplayStaysOpen() throws {
    let machine = try Machine(.absent, .absent, .showing), displays = machine.displays()
    displays.yield()
    _ = displays.dispatch(now: 0)
    #expect(machine.fbdev.isOpen && machine.isShown(machine.fbdev, by: displays))
    #expect(!machine.drm.isOpen && !machine.wayland.isOpen)
  }

  @Test func releasedDisplayOpensNoOtherBackend() throws {
    let machine = try Machine(.showing, .showing, .showing), displays = machine.displays()
    displays.yield()
    machine.drm.status = .waiting
    _ = displays.dispatch(now: 0)
    #expect(!machine.wayland.isOpen && !machine.fbdev.isOpen)
  }
}
