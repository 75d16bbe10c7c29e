import FakeDRM
import Foundation
import Raster
import Support
import System
import Testing

@testable import Display

extension DRMTests {
  /// Displays that come, go and are exchanged.
  @Suite struct HotplugTests {
    /// The kernel's console leaves out modes that are larger than its own.
    @Test func modesThatAProbeAddsCauseNoModeset() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      let output = try #require(bench.outputs.first)
      card.pointee.screens.0.modes.2 = fake_mode(width: 128, height: 96, clock: 800, type: 0)
      card.pointee.screens.0.mode_count = 3
      bench.scan()
      for _ in 0..<3 { bench.refresh() }
      #expect(bench.outputs.first === output && record.pointee.modesets == 1 && record.pointee.disabled_crtcs == 0)
      #expect(output.capabilities.modes.count == 3)
      // The display prefers the larger mode.
      card.pointee.screens.0.modes.0.type = 0
      card.pointee.screens.0.modes.2.type = 8
      bench.scan()
      for _ in 0..<3 { bench.refresh() }
      #expect(bench.outputs.first?.description.width == 128 && record.pointee.modesets == 2)
    }

    /// Displays that share the preferred mode differ in their other modes or their size.
    @Test(arguments: [false, true]) func anotherDisplayWithTheSameModeIsSetUpAgain(_ hasOtherSize: Bool) throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      let output = try #require(bench.outputs.first)
      card.pointee.screens.0.mode_count = 3
      card.pointee.screens.0.modes.2 = card.pointee.screens.0.modes.1
      if hasOtherSize {
        card.pointee.screens.0.millimetres = (600, 340)
      } else {
        card.pointee.screens.0.modes.1 = fake_mode(width: 40, height: 30, clock: 80, type: 0)
        card.pointee.screens.0.modes.2 = card.pointee.screens.0.modes.1
      }
      bench.scan()
      for _ in 0..<3 { bench.refresh() }
      #expect(bench.outputs.first !== output && fake_scanout(0) != 0)
    }

    /// The CRTC still has the mode of the display before, which this one cannot show.
    @Test func anotherDisplayOfTheSameSizeGetsAModeOfItsOwn() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      let output = try #require(bench.outputs.first)
      card.pointee.screens.0.modes.0.clock = 100
      card.pointee.screens.0.mode_count = 1
      bench.scan()
      withExtendedLifetime(output) { for _ in 0..<3 { bench.refresh() } }
      #expect(bench.outputs.first?.pipeline.modes[0].clock == 100 && record.pointee.modesets == 2)
    }

    /// Composite video, and VGA without DDC, are lit where no display is surely connected.
    @Test func anUncertainConnectorIsUsedWhereNoOtherIsConnected() throws {
      let bench = try Bench()
      card.pointee.screen_count = 2
      card.pointee.crtc_count = 2
      card.pointee.screens.0.is_uncertain = true
      card.pointee.screens.1.is_connected = false
      bench.refresh()
      #expect(bench.outputs.map { $0.description.name } == ["HDMI-A-1"] && fake_scanout(0) != 0)
      card.pointee.screens.1.is_connected = true
      bench.scan()
      bench.refresh()
      #expect(bench.outputs.map { $0.description.name } == ["HDMI-A-2"] && fake_scanout(1) != 0)
    }

    /// Primary planes of msm and tidss can show their picture on any CRTC.
    @Test(arguments: [true, false], [0, 1])
    func eachDisplayHasThePrimaryPlaneOfItsCRTC(_ atomic: Bool, first: Int) throws {
      let bench = try Bench(atomic: atomic)
      card.pointee.screen_count = 2
      card.pointee.crtc_count = 2
      card.pointee.has_shared_planes = true
      card.pointee.screens.0.is_connected = first == 0
      card.pointee.screens.1.is_connected = first == 1
      for _ in 0..<3 { bench.refresh() }
      #expect(bench.outputs.map { $0.isScannedOut } == [true], "only then a successor is waited for")
      (card.pointee.screens.0.is_connected, card.pointee.screens.1.is_connected) = (true, true)
      bench.scan()
      for _ in 0..<3 { bench.refresh() }
      #expect(bench.outputs.map { $0.isScannedOut } == [true, true] && bench.failures == 0)
      #expect(bench.outputs.allSatisfy { Bytes($0.description.path) == (atomic ? "atomic" : "legacy") })
      #expect((record.pointee.cursor_calls == 0) == atomic, "a pointer that another master has left is removed")
    }

    /// Hot-plug events that come faster than probes end, as from a dock.
    @Test func eachProbeIsFollowedByAScan() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      let device = try #require(bench.device)
      card.pointee.screen_count = 2
      card.pointee.crtc_count = 2
      card.pointee.probe_seconds = 1
      device.startProbe()
      device.startProbe()
      try bench.awaitProbe()
      bench.refresh()
      #expect(bench.outputs.count == 2 && !device.isProbeInterrupted, "the second probe begins after the scan")
    }

    /// The kernel's console, or a program that was master, has put a new display on the CRTC of another one.
    @Test func aNewDisplayDoesNotGetTheCRTCOfAnother() throws {
      let bench = try Bench()
      card.pointee.screen_count = 2
      card.pointee.crtc_count = 2
      card.pointee.screens.0.is_connected = false
      bench.scan()
      for _ in 0..<3 { bench.refresh() }
      let crtc = try #require((0..<2).first { fake_scanout($0) != 0 })
      card.pointee.screens.0.is_connected = true
      card.pointee.screens.0.crtc = crtc
      bench.scan()
      for _ in 0..<3 { bench.refresh() }
      #expect(fake_scanout(0) != 0 && fake_scanout(1) != 0 && bench.outputs.allSatisfy { $0.isEnabled })
    }

    @Test func outputsFollowHotplug() throws {
      let bench = try Bench()
      card.pointee.screen_count = 3
      card.pointee.crtc_count = 3
      card.pointee.screens.0.is_connected = false
      card.pointee.screens.1.is_connected = false
      card.pointee.screens.2.is_connected = false
      for _ in 0..<3 { bench.refresh() }
      try bench.awaitProbe()
      for _ in 0..<3 { bench.refresh() }
      #expect(bench.outputs.isEmpty && bench.errors == 1)
      card.pointee.screens.1.is_connected = true
      bench.scan()
      for _ in 0..<3 { bench.refresh() }
      #expect(fake_scanout(1) != 0)
      card.pointee.screens.0.is_connected = true
      card.pointee.screens.2.is_desktop = false
      card.pointee.screens.2.is_connected = true
      bench.scan()
      for _ in 0..<3 { bench.refresh() }
      #expect(fake_scanout(0) != 0 && fake_scanout(1) != 0 && fake_scanout(2) == 0, "a headset is not used")
      card.pointee.screens.1.is_connected = false
      bench.scan()
      for _ in 0..<3 { bench.refresh() }
      #expect(fake_scanout(0) != 0 && fake_scanout(1) == 0)
      // Another display on the same connector.
      card.pointee.screens.0.modes.0 = fake_mode(width: 40, height: 30, clock: 80, type: 8)
      bench.scan()
      for _ in 0..<3 { bench.refresh() }
      #expect(bench.outputs.first?.description.width == 40)
      bench.close()
      #expect(fake_leaks() == 0)
    }
  }
}
