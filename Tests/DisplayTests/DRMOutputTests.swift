import FakeDRM
import Foundation
import Raster
import Support
import System
import Testing

@testable import Display

extension DRMTests {
  /// Modesets, formats, rotation and damage of an output.
  @Suite struct DRMOutputTests {
    @Test func disabledOutputIsTestedAndSetOnce() throws {
      let bench = try Bench()
      bench.refresh()
      #expect(
        record.pointee.tests == 1, "the test without a modeset fails, the one with a modeset succeeds")
      #expect(record.pointee.modesets == 1 && record.pointee.commits == 1 && record.pointee.flips == 0)
      #expect(fake_pixel(0, 0, 0) & 0xFFFFFF == 0x108001 && fake_pixel(0, 10, 10) & 0xFFFFFF == 0xFFFFFF)
      for _ in 0..<9 { bench.refresh() }
      #expect(record.pointee.modesets == 1 && record.pointee.flips == 9)
      #expect(fake_pixel(0, 0, 0) & 0xFFFFFF == 0x10000A)
      let frameClock = try #require(bench.outputs.first?.frameClock)
      #expect(frameClock.pacing == .vblank && frameClock.statistics.shown == 10)
      #expect(frameClock.statistics.skipped == 0 && frameClock.statistics.late == 0)
      bench.close()
      #expect(fake_leaks() == 0)
    }

    @Test func activeModeIsTakenOverWithoutModeset() throws {
      let before = try Bench()
      before.refresh()
      let modesets = record.pointee.modesets
      // Another open file would have its own buffers; this does not matter here.
      let loop = try EventLoop()
      let opened = try Card(FileDescriptor(owning: fake_descriptor()), path: "/nowhere/card0", mayBeAtomic: true)
      let device = DRMDevice(opened, loop, nil, framebuffers: [], 0)
      try device.scan(OutputConfiguration(), .none, 0)
      _ = try device.outputs[0].present([], over: .white, now: 5_000_000_000)
      #expect(record.pointee.modesets == modesets && fake_pixel(0, 3, 3) & 0xFFFFFF == 0xFFFFFF)
    }

    /// The CRTC is on with a mode of that size, at 65 Hz and not interlaced.
    @Test(
      arguments: [("64x48", 0, 65), ("64x48@32.6", 0, 33), ("64x48@65", 0, 65), ("64x48@99", 0, 65), ("64x48", 1, 130)]
        as [(Bytes, UInt32, Double)])
    func activeModeIsKeptOnlyIfItMatchesTheRequest(_ wanted: Bytes, _ interlaced: UInt32, _ expected: Double) throws {
      let before = try Bench()
      before.refresh()
      card.pointee.screens.0.modes.1 = fake_mode(width: 64, height: 48, clock: 100, type: 0)
      card.pointee.screens.0.interlaced = interlaced
      let opened = try Card(FileDescriptor(owning: fake_descriptor()), path: "/nowhere/card0", mayBeAtomic: true)
      let device = try DRMDevice(opened, EventLoop(), nil, framebuffers: [], 0)
      var rule = OutputConfiguration.Rule("*")
      rule.mode = ModeRequest(wanted)
      var outputConfiguration = OutputConfiguration()
      outputConfiguration.rules = [rule]
      try device.scan(outputConfiguration, .none, 0)
      #expect(abs(device.outputs[0].description.refresh - expected) < 0.5)
    }

    @Test func legacyCallsAreUsedWithoutAtomicCommits() throws {
      let bench = try Bench(atomic: false)
      for _ in 0..<5 { bench.refresh() }
      #expect(record.pointee.modesets == 1 && record.pointee.flips == 4 && record.pointee.tests == 0)
      #expect(bench.outputs.first?.description.path.description == "legacy")
    }

    @Test func nextFormatFollowsARefusedOne() throws {
      let bench = try Bench()
      card.pointee.formats.0 = card.pointee.formats.1  // RGB565 only
      card.pointee.format_count = 1
      bench.refresh()
      #expect(bench.outputs.first?.description.format.description == "rgb565")
      #expect(fake_pixel(0, 10, 10) == 0xFFFF)
    }

    @Test func outputStaysOnWhileTheFormatChanges() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      card.pointee.formats.0 = card.pointee.formats.1  // the driver accepts only RGB565 from now on
      for _ in 0..<5 { bench.refresh() }
      #expect(bench.outputs.first?.description.format.description == "rgb565" && fake_pixel(0, 10, 10) == 0xFFFF)
      #expect(record.pointee.disabled_crtcs == 0)
    }

    @Test func nextModeFollowsARefusedOne() throws {
      let bench = try Bench()
      card.pointee.refused_modes = 1
      for _ in 0..<4 { bench.refresh() }
      let description = try #require(bench.outputs.first?.description)
      #expect(description.width == 32 && description.height == 24 && fake_scanout(0) != 0)
    }

    /// A mode, a format or the atomic commits may be refused.
    @Test(arguments: [0, 1, 2]) func activationUsesWhatWorkedBefore(_ refused: Int) throws {
      let bench = try Bench()
      if refused == 0 { card.pointee.refused_modes = 1 }
      card.pointee.refuses_atomic = refused == 1
      for _ in 0..<4 { bench.refresh() }
      if refused == 2 {
        card.pointee.formats.0 = card.pointee.formats.1
        for _ in 0..<4 { bench.refresh() }
      }
      let before = record.pointee, picture = fake_pixel(0, 0, 0)
      bench.device?.update(bench.now) { $0.deactivate() }
      bench.refresh()
      bench.device?.update(bench.now) { $0.activate() }
      bench.refresh()
      let after = record.pointee
      #expect(after.commits == before.commits + 1 && after.refusals == before.refusals)
      #expect(after.framebuffers == before.framebuffers && after.disabled_crtcs == before.disabled_crtcs)
      #expect(fake_pixel(0, 0, 0) != picture)
      bench.close()
      #expect(fake_leaks() == 0)
    }

    @Test func attemptsShareOneBuffer() throws {
      let bench = try Bench()
      card.pointee.refuses_atomic = true
      bench.refresh()
      #expect(bench.outputs.first?.isEnabled == true && record.pointee.refusals == 3)
      #expect(record.pointee.framebuffers == 1, "the legacy call shows the buffer of the atomic commits")
      // Two modes of the same size are refused, and a smaller one is not.
      let other = try Bench()
      card.pointee.format_count = 1
      card.pointee.screens.0.mode_count = 3
      card.pointee.screens.0.modes.2 = card.pointee.screens.0.modes.1
      card.pointee.screens.0.modes.1 = fake_mode(width: 64, height: 48, clock: 100, type: 0)
      card.pointee.refused_modes = 3
      for _ in 0..<2 { other.refresh() }
      #expect(other.outputs.first?.description.width == 32 && fake_scanout(0) != 0)
      #expect(record.pointee.framebuffers == 2 && record.pointee.modesets == 1)
      other.close()
      #expect(fake_leaks() == 0)
    }

    @Test func impossibleModesAreIgnored() throws {
      let bench = try Bench()
      card.pointee.screens.0.modes.0 = fake_mode(width: 0, height: 0, clock: 0, type: 8)
      for _ in 0..<3 { bench.refresh() }
      #expect(bench.outputs.first?.description.width == 32 && fake_scanout(0) != 0)
      let other = try Bench()
      card.pointee.screens.0.modes.0 = fake_mode(width: 0, height: 768, clock: 0, type: 8)
      card.pointee.screens.0.modes.1 = fake_mode(width: 65535, height: 65535, clock: 1, type: 0)
      for _ in 0..<3 { other.refresh() }
      try other.awaitProbe()
      for _ in 0..<3 { other.refresh() }
      #expect(other.outputs.isEmpty && other.errors == 1)
      // A mode without timings counts as 60 Hz.
      let third = try Bench()
      card.pointee.screens.0.modes.0 = fake_mode(width: 64, height: 48, clock: 0, type: 8)
      third.refresh()
      #expect(third.outputs.first.map { abs($0.description.refresh - 60) < 0.001 } == true)
    }

    @Test func overlayOfAnEarlierMasterIsDisabled() throws {
      let bench = try Bench()
      card.pointee.is_overlay_enabled = true
      bench.refresh()
      #expect(fake_scanout(0) != 0 && !card.pointee.is_overlay_enabled)
    }

    /// With them a display shows our colours too bright or too pale.
    @Test func colorSpaceOfAnEarlierMasterIsReset() throws {
      let bench = try Bench()
      (card.pointee.screens.0.hdr_metadata, card.pointee.screens.0.colorspace) = (7, 9)
      bench.refresh()
      #expect(fake_scanout(0) != 0 && record.pointee.modesets == 1)
      #expect(card.pointee.screens.0.hdr_metadata == 0 && card.pointee.screens.0.colorspace == 0)
    }

    @Test(arguments: [0, 1, 256, 4096]) func gammaOfAnEarlierMasterIsReset(entries: Int32) throws {
      let bench = try Bench(atomic: false)
      card.pointee.gamma_size = entries
      for _ in 0..<3 { bench.refresh() }
      #expect(fake_scanout(0) != 0 && record.pointee.linear_gammas == (entries > 1 ? 1 : 0))
    }

    @Test func overlayOfAMasterInBetweenIsDisabled() throws {
      let bench = try Bench()
      card.pointee.has_overlay = true
      for _ in 0..<3 { bench.refresh() }
      bench.device?.update(bench.now) { $0.deactivate() }
      card.pointee.is_overlay_enabled = true
      bench.refresh()
      #expect(card.pointee.is_overlay_enabled)
      bench.device?.update(bench.now) { $0.activate() }
      for _ in 0..<3 { bench.refresh() }
      #expect(!card.pointee.is_overlay_enabled && record.pointee.modesets == 1)
    }

    /// Without vblanks there is one buffer from the start, also at a hand-over.
    @Test(arguments: [false, true]) func deviceWithoutVblanksHasOneBuffer(isShared: Bool) throws {
      let bench = try Bench()
      card.pointee.has_vblanks = false
      if isShared { bench.claim = {} }
      for _ in 0..<3 {
        bench.refresh()
        #expect(bench.outputs.first?.framebuffers.count == 1)
      }
      #expect(record.pointee.flips == 0 && record.pointee.dirty_calls == 2 && record.pointee.framebuffers == 1)
    }

    /// A kernel that does not tell whether there are vblanks.
    @Test func onlyDamageIsSentWithoutVblanks() throws {
      let bench = try Bench()
      card.pointee.has_vblanks = false
      card.pointee.counts_vblanks = false
      bench.refresh()
      bench.refresh()
      #expect(record.pointee.flips == 1 && record.pointee.dirty_calls == 0, "one flip shows that there are no vblanks")
      let output = try #require(bench.outputs.first)
      bench.dispatch()
      bench.drawOps[0] = DrawOp(
        .box(Box(minX: Fixed(40), minY: Fixed(30), maxX: Fixed(44), maxY: Fixed(32)), radius: Fixed(0)), .color(.white))
      let color = Color(UInt32(0x100002))
      _ = try output.present(bench.drawOps, over: color, now: bench.now + 3 * DRMTests.period)
      #expect(record.pointee.dirty_calls == 1 && record.pointee.flips == 1)
      #expect(output.framebuffers.count == 1, "the second buffer was freed")
      #expect(fake_pixel(0, 41, 31) & 0xFFFFFF == 0xFFFFFF && fake_pixel(0, 10, 10) & 0xFFFFFF == 0x100002)
      #expect(record.pointee.clips >= 1 && record.pointee.clip.2 <= 44 && record.pointee.clip.3 <= 32)
    }

    @Test func driverWithoutDirtyFBGetsFlips() throws {
      let bench = try Bench()
      card.pointee.has_vblanks = false
      card.pointee.has_dirty = false
      for _ in 0..<6 { bench.refresh() }
      #expect(record.pointee.dirty_calls == 0 && record.pointee.flips == 5)
      #expect(fake_pixel(0, 0, 0) & 0xFFFFFF == 0x100006)
    }

    @Test func flipsCarryDamageClips() throws {
      let bench = try Bench()
      card.pointee.has_damage = true
      bench.refresh()
      let output = try #require(bench.outputs.first)
      bench.drawOps[0] = DrawOp(
        .box(Box(minX: Fixed(8), minY: Fixed(8), maxX: Fixed(26), maxY: Fixed(16)), radius: Fixed(0)), .color(.white))
      _ = try output.present(bench.drawOps, over: Color(UInt32(0x108001)), now: bench.now)
      #expect(record.pointee.clips == 1)
      #expect(record.pointee.clip.0 >= 8 && record.pointee.clip.2 == 26 && record.pointee.clip.3 <= 16)
    }

    @Test(arguments: [0, 1, 2, 3]) func panelOrientationRotatesThePicture(_ orientation: UInt32) throws {
      let bench = try Bench()
      card.pointee.screens.0.orientation = orientation
      bench.refresh()
      let description = try #require(bench.outputs.first?.description)
      #expect(description.rotation == (orientation == 0 ? 0 : [0, 180, 270, 90][Int(orientation)]))
      #expect(description.width == (orientation < 2 ? 64 : 48))
      // The box is at 8 to 24 across and 8 to 16 down.
      let places = [(10, 10), (53, 37), (10, 37), (53, 10)]
      let place = places[Int(orientation)]
      #expect(fake_pixel(0, Int32(place.0), Int32(place.1)) & 0xFFFFFF == 0xFFFFFF)
    }

    @Test func rotationPrefersConfigurationThenPanelThenConsole() throws {
      let bench = try Bench()
      bench.defaultRotation = .half
      bench.refresh()
      #expect(bench.outputs.first?.description.rotation == 180)
      card.pointee.screens.0.orientation = 2
      let other = try Bench()
      card.pointee.screens.0.orientation = 2
      other.defaultRotation = .half
      var rule = OutputConfiguration.Rule("HDMI-*")
      rule.rotation = .clockwise
      other.outputConfiguration.rules = [rule]
      other.refresh()
      #expect(other.outputs.first?.description.rotation == 90)
    }

    @Test func planeRotatesWhereItCan() throws {
      let bench = try Bench()
      card.pointee.rotations = 5  // 0 and 180 degrees
      bench.defaultRotation = .half
      bench.refresh()
      #expect(fake_scanout(0) != 0)
      #expect(fake_pixel(0, 10, 10) & 0xFFFFFF == 0xFFFFFF, "the buffer is not rotated")
      let other = try Bench()
      card.pointee.rotations = 5
      other.defaultRotation = .clockwise  // not supported by the plane
      other.refresh()
      #expect(fake_pixel(0, 53, 10) & 0xFFFFFF == 0xFFFFFF)
    }
  }
}
