import FakeFramebuffer
import Foundation
import Raster
import Support
import System
import Testing

@testable import Display

private var fake: UnsafeMutablePointer<fake_framebuffer> { fake_framebuffer_now() }
private var record: UnsafeMutablePointer<fake_framebuffer_record> { fake_framebuffer_record_now() }

extension FbdevTests {
  /// Framebuffer devices that appear, disappear and are released.
  @Suite struct FbdevBackendTests {
    private func backend(
      _ path: Bytes, _ outputConfiguration: OutputConfiguration = OutputConfiguration(),
      _ log: @escaping (Bytes) -> Void = { _ in }
    )
      throws -> FbdevBackend
    {
      FbdevBackend(path, outputConfiguration, try EventLoop(), locksDevices: false, log: log)
    }

    private func show(_ backend: FbdevBackend, _ color: Color) throws -> PresentResult {
      try #require(backend.outputs.first).present([], over: color, now: Clock.nanoseconds)
    }

    @Test func devicesAreOpenedOnlyAfterOpen() throws {
      let path = FbdevTests.openFramebuffer(), backend = try backend(path)
      #expect(backend.status == .absent && record.pointee.calls == 0 && backend.deadline == nil)
      backend.open(now: 0, mayDraw: true)
      #expect(backend.status == .showing && backend.outputs[0].description.device == path)
      #expect(Bytes(backend.outputs[0].description.kind) == "fbdev" && !backend.hasPictures)
      #expect(try show(backend, .white) == .shown && backend.hasPictures)
      let output = backend.outputs[0]
      backend.close()
      #expect(backend.status == .absent && backend.deadline == nil)
      #expect(try output.present([], over: .black, now: 0) == .outdated, "an output that is still referenced")
    }

    /// The display of such a framebuffer is used by DRM, or is not connected.
    @Test func framebuffersOfDRMDriversAreLeftToDRM() throws {
      let path = FbdevTests.openFramebuffer()
      let folder = FileManager.default.temporaryDirectory.appending(path: "loaderd-\(UUID().uuidString)")
      let name = String(decoding: path.lastPathComponent.utf8, as: UTF8.self)
      let device = folder.appending(path: "\(name)/device/drm")
      try FileManager.default.createDirectory(at: device, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let backend = FbdevBackend(
        path, OutputConfiguration(), try EventLoop(), locksDevices: false, skipsEmulation: true,
        classFolder: Bytes(cString: folder.path()), log: { _ in })
      backend.open(now: 0, mayDraw: true)
      #expect(backend.status == .absent)
      #expect(backend.reason == "all framebuffers in /dev are those of DRM drivers; waiting for a driver that has one")
      backend.close()
      try FileManager.default.removeItem(at: device)
      backend.open(now: 0, mayDraw: true)
      #expect(backend.status == .showing)
    }

    @Test func pictureStaysAfterYield() throws {
      fake_terminals_open(1)
      defer { fake_terminals_open(0) }
      let backend = try backend(FbdevTests.openFramebuffer())
      let displays = Displays([backend], terminal: VirtualTerminal(), log: { _ in })
      _ = try show(backend, .white)
      displays.yield()
      #expect(
        try show(backend, .black) == .outdated && backend.hasPictures && !displays.isScannedOut && !displays.ownsDisplay
      )
      #expect(backend.outputs[0].description.state == .aside && FbdevTests.memory(0..<3) == [0xFF, 0xFF, 0xFF])
      try displays.resume()
      #expect(try show(backend, .black) == .shown && displays.ownsDisplay && FbdevTests.memory(0..<3) == [0, 0, 0])
    }

    @Test(arguments: [false, true]) func nothingIsDrawnBehindAnotherTerminal(yields: Bool) throws {
      fake_terminals_open(1)
      defer { fake_terminals_open(0) }
      let backend = try backend(FbdevTests.openFramebuffer())
      let displays = Displays([backend], terminal: VirtualTerminal(), log: { _ in })
      #expect(displays.ownsDisplay && displays.isOnTerminal && fake_terminals_now().pointee.at.1.owner == FAKE_US)
      if yields { displays.yield() }
      #expect(fake_terminals_activate(2) == SIGUSR1)
      displays.releaseTerminal()
      #expect(fake_terminals_now().pointee.active == 2)
      #expect(try show(backend, .white) == .outdated && !displays.ownsDisplay && !displays.isOnTerminal)
      try displays.resume()
      #expect(try show(backend, .white) == .outdated && !displays.ownsDisplay, "the terminal is not shown yet")
      #expect(fake_terminals_now().pointee.at.2.graphics == 0)
      #expect(fake_terminals_activate(1) == SIGUSR2)
      displays.acquireTerminal()
      #expect(try show(backend, .white) == .shown && displays.ownsDisplay && displays.isOnTerminal)
    }

    /// No program has taken the display, another program has set the terminal's mode, or another terminal is shown.
    @Test(arguments: [0, 1, 2]) func textModeIsRestoredUnlessAnotherProgramTookTheTerminal(lack: Int) throws {
      fake_terminals_open(1)
      defer { fake_terminals_open(0) }
      let backend = try backend(FbdevTests.openFramebuffer())
      var displays: Displays? = Displays([backend], terminal: VirtualTerminal(), log: { _ in })
      _ = try show(backend, .white)
      if lack != 2 { displays?.yield() }
      if lack == 1 { fake_terminals_take(1) }
      if lack == 2, fake_terminals_activate(2) == SIGUSR1 { displays?.releaseTerminal() }
      displays = nil
      let terminal = fake_terminals_now().pointee.at.1
      #expect(terminal.display_mode == (lack == 1 ? KD_GRAPHICS : KD_TEXT) && terminal.texts == (lack == 1 ? 0 : 1))
      #expect(Int32(terminal.mode.mode) == (lack == 1 ? VT_PROCESS : VT_AUTO))
    }

    /// A program that draws after `Yield` does not need a terminal in graphics mode of its own.
    @Test(arguments: [false, true]) func consoleIsNotShownOverAnotherProgram(isClosed: Bool) throws {
      fake_terminals_open(1)
      defer { fake_terminals_open(0) }
      let path = FbdevTests.openFramebuffer(), backend = try backend(path)
      var displays: Displays? = Displays([backend], terminal: VirtualTerminal(), log: { _ in })
      _ = try show(backend, .white)
      displays?.yield()
      var other: FileDescriptor? = try FileDescriptor(opening: path)
      #expect(other != nil && backend.isOwnedByOther)
      if isClosed { other = nil }
      displays = nil
      #expect(fake_terminals_now().pointee.at.1.display_mode == (isClosed ? KD_TEXT : KD_GRAPHICS))
    }

    /// Another program used the terminal, so we received no signal about the switch to another one.
    @Test func resumeWaitsForATerminalTakenByAnotherProgram() throws {
      fake_terminals_open(1)
      defer { fake_terminals_open(0) }
      let backend = try backend(FbdevTests.openFramebuffer())
      let displays = Displays([backend], terminal: VirtualTerminal(), log: { _ in })
      displays.yield()
      #expect(displays.deadline == 0, "the closed outputs are still listed")
      _ = displays.dispatch(now: 0)
      #expect(displays.deadline == nil)
      fake_terminals_take(1)
      fake_terminals_activate(7)
      fake_terminals_give_back(1)
      try displays.resume()
      let next = try #require(displays.deadline)
      #expect(try show(backend, .white) == .outdated && fake_terminals_now().pointee.at.7.graphics == 0)
      _ = displays.dispatch(now: next)
      #expect(displays.session.state == .vtInactive)
      fake_terminals_activate(1)
      _ = displays.dispatch(now: next + 10_000_000_000)
      #expect(try show(backend, .white) == .shown && fake_terminals_now().pointee.at.1.owner == FAKE_US)
    }

    @Test func removedDeviceIsClosed() throws {
      let path = FbdevTests.openPanningFramebuffer(), backend = try backend(path)
      backend.open(now: 0, mayDraw: true)
      fake.pointee.is_gone = true
      #expect(!backend.dispatch(now: 0, mayTakeDevices: true), "without a uevent it is not noticed")
      backend.activate(now: 0)
      #expect(backend.outputs.isEmpty && backend.reason.hasSuffix("No such device"), "\(backend.reason)")
      fake.pointee.is_gone = false
      backend.activate(now: 0)
      #expect(backend.status == .showing && backend.reason.isEmpty)
    }

    /// fbset sets another mode while we draw; a mode that cannot be drawn on ends the output until there is another.
    @Test func changedModeIsOpenedAgain() throws {
      let path = FbdevTests.openPanningFramebuffer(), loop = try EventLoop()
      let backend = FbdevBackend(path, OutputConfiguration(), loop, locksDevices: false, log: { _ in })
      backend.open(now: 0, mayDraw: true)
      _ = try show(backend, .white)
      func set(_ bits: UInt32, _ width: UInt32, lineLength: UInt32) throws {
        let other = try FileDescriptor(opening: path)
        (fake.pointee.variable.bits_per_pixel, fake.pointee.variable.xres) = (bits, width)
        (fake.pointee.fixed.line_length, fake.pointee.variable.yoffset) = (lineLength, 0)
        #expect(other.number >= 0)
      }
      var step = 0
      try loop.run {
        let output = backend.outputs.first as? FbdevOutput
        switch step {
        case 0 where output?.deadline == nil:  // the probe has ended
          #expect((try? show(backend, .black)) == .shown && fake.pointee.variable.yoffset == 48)
          _ = try? FileDescriptor(opening: path)
          step = 1
        case 1:
          #expect(backend.deadline != 0, "the same mode, panned to another page")
          try? set(32, 48, lineLength: 320)
          step = 2
        case 2 where backend.deadline == 0:
          #expect(backend.dispatch(now: 0, mayTakeDevices: true) && backend.outputs.first !== output)
          #expect(backend.outputs.first?.description.width == 48 && (try? show(backend, .white)) == .shown)
          #expect(FbdevTests.memory(15040..<15043) == [0xFF, 0xFF, 0xFF])
          try? set(1, 48, lineLength: 320)  // while the probe may block
          step = 3
        case 3 where backend.deadline == 0: loop.stop()
        default: break
        }
      }
      #expect(backend.dispatch(now: 0, mayTakeDevices: true) && backend.status == .absent)
      fake.pointee.variable.bits_per_pixel = 32
      let retry = try #require(backend.deadline)
      #expect(retry > 0 && backend.dispatch(now: retry, mayTakeDevices: true) && backend.status == .showing)
    }

    @Test func rulesMatchTheDeviceName() throws {
      let path = FbdevTests.openFramebuffer(), name = try #require(path.split(at: UInt8(ascii: "/")).last)
      var outputConfiguration = OutputConfiguration(), rule = OutputConfiguration.Rule(name)
      (rule.rotation, rule.scale) = (.clockwise, 3)
      outputConfiguration.rules = [rule]
      let turned = try backend(path, outputConfiguration)
      turned.open(now: 0, mayDraw: true)
      let description = turned.outputs[0].description
      #expect((description.width, description.height, description.rotation) == (48, 64, 90) && description.scale == 3)
      #expect(description.scale(ofLoader: nil, ofScreen: 2) == 3, "the output's section comes before [Screen]")
      #expect(description.scale(ofLoader: 4, ofScreen: 2) == 4)
      outputConfiguration.rules[0].role = .off
      let off = try backend(path, outputConfiguration)
      off.open(now: 0, mayDraw: true)
      #expect(off.status == .absent && off.reason.isEmpty)
    }

    @Test func inconsistencyIsLoggedOnce() throws {
      var logged: [Bytes] = []
      let path = FbdevTests.openFramebuffer()
      fake.pointee.fixed.line_length = 8
      let backend = try backend(path) { logged.append($0) }
      backend.open(now: 0, mayDraw: true)
      backend.activate(now: 0)
      #expect(
        logged == [
          "\(path) reports 64x48 pixels from row 0, 8 bytes per row, 12288 bytes in all, which is impossible; using row 0 and 256 bytes per row"
        ])
    }
  }
}
