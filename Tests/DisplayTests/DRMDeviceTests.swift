import FakeDRM
import Foundation
import Raster
import Support
import System
import Testing

@testable import Display

extension DRMTests {
  /// Hotplug, DRM master, and pictures that outlive the process.
  @Suite struct DRMDeviceTests {
    /// As without the kernel's console, which probes the displays.
    @Test func firstScanDoesNotWaitForAProbe() throws {
      let bench = try Bench()
      card.pointee.is_unprobed = true
      card.pointee.probe_seconds = 1
      let drops = fake_master_drops()
      bench.dispatch()
      let device = try #require(bench.device)
      #expect(fake_probes() == 0 && device.isPending && bench.outputs.isEmpty && bench.errors == 0)
      #expect(fake_master_drops() == drops, "the probe needs master")
      try bench.awaitProbe()
      for _ in 0..<3 { bench.refresh() }
      #expect(fake_probes() == 1 && !device.isPending && fake_scanout(0) != 0 && bench.errors == 0)
    }

    @Test func aProbeThatFindsNoDisplayIsNotRepeated() throws {
      let bench = try Bench()
      card.pointee.screens.0.is_connected = false
      bench.dispatch()
      try bench.awaitProbe()
      for _ in 0..<3 { bench.refresh() }
      let device = try #require(bench.device)
      #expect(bench.errors == 1 && !device.isPending && !device.needsScan && fake_probes() == 1)
    }

    @Test func aDeviceThatAScanFindsLostIsClosedAtOnce() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      let device = try #require(bench.device)
      fake_fail(1, ENODEV)
      card.pointee.fails_repeatedly = true
      bench.scan()
      #expect(device.isLost && device.deadline == 0)
    }

    @Test(arguments: [true, false]) func badLinkCausesAModeset(_ atomic: Bool) throws {
      let bench = try Bench(atomic: atomic)
      for _ in 0..<3 { bench.refresh() }
      bench.scan()
      for _ in 0..<3 { bench.refresh() }
      #expect(record.pointee.modesets == 1)
      let device = try #require(bench.device)
      _ = device.takeFrameRequest()
      card.pointee.screens.0.link_status = 1
      bench.scan()
      #expect(device.takeFrameRequest(), "also a still picture is drawn again")
      #expect(!device.takeFrameRequest())
      for _ in 0..<3 { bench.refresh() }
      #expect(record.pointee.modesets == 2 && card.pointee.screens.0.link_status == 0)
      #expect(bench.outputs.first?.isEnabled == true && bench.failures == 0)
    }

    /// A display that is connected while the device belongs to another program, or during a probe.
    @Test func aProbeThatCannotBeginIsMadeLater() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      let device = try #require(bench.device)
      device.update(bench.now) { $0.deactivate() }
      device.startProbe()
      #expect(device.isProbeInterrupted)
      device.update(bench.now) { $0.activate() }
      #expect(!device.isProbeInterrupted, "it has begun")
      device.startProbe()
      #expect(device.isProbeInterrupted, "the connector may have been read already")
    }

    /// The kernel would let it wait until a display has sent its EDID.
    @Test func aScanDuringAProbeReadsNoConnector() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      let device = try #require(bench.device)
      card.pointee.screen_count = 2
      card.pointee.crtc_count = 2
      card.pointee.probe_seconds = 1
      device.startProbe()
      let calls = record.pointee.calls
      bench.scan()
      #expect(record.pointee.calls == calls && bench.outputs.count == 1 && bench.errors == 0)
      try bench.awaitProbe()
      for _ in 0..<3 { bench.refresh() }
      #expect(bench.outputs.count == 2)
    }

    /// Another program became master without opening the device.
    @Test func aRefusedFrameIsHandledAtOnce() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      let device = try #require(bench.device)
      #expect(device.deadline == nil)
      card.pointee.flip_error = EACCES
      bench.refresh()
      #expect(device.deadline == 0)
      bench.dispatch()
      #expect(device.deadline ?? 0 > bench.now && !device.masterState.isAvailable, "it tries again later")
    }

    @Test func rolesDecideWhichOutputsAreOn() throws {
      let bench = try Bench()
      card.pointee.screen_count = 3
      card.pointee.crtc_count = 3
      var off = OutputConfiguration.Rule("HDMI-A-1")
      off.role = .off
      var primary = OutputConfiguration.Rule("*-3")
      primary.role = .primary
      bench.outputConfiguration.rules = [off, primary]
      for _ in 0..<3 { bench.refresh() }
      #expect(fake_scanout(0) == 0 && fake_scanout(1) != 0 && fake_scanout(2) != 0)
      #expect(bench.outputs.map { $0.role } == [.mirror, .primary])
    }

    @Test func deactivatedOutputsAreRegainedOnActivate() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      let device = try #require(bench.device)
      device.update(bench.now) { $0.deactivate() }
      let shown = fake_scanout(0), commits = record.pointee.commits
      #expect(!card.pointee.is_master, "master is dropped between frames")
      for _ in 0..<100 { bench.refresh() }
      #expect(record.pointee.commits == commits && fake_scanout(0) == shown, "the picture stays, and nothing is sent")
      card.pointee.has_other_master = true
      device.update(bench.now) { $0.activate() }
      #expect(!device.masterState.isAvailable)
      card.pointee.has_other_master = false
      device.update(bench.now) { $0.activate() }
      for _ in 0..<3 { bench.refresh() }
      #expect(record.pointee.commits > commits && record.pointee.modesets == 1)
    }

    @Test func masterIsRegainedAfterTheOtherMasterEnds() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      card.pointee.is_master = false
      card.pointee.has_other_master = true
      let commits = record.pointee.commits
      for _ in 0..<50 { bench.refresh() }
      #expect(record.pointee.commits == commits && bench.outputs.first?.description.state == .aside)
      #expect(bench.errors == 0)
      card.pointee.has_other_master = false
      for _ in 0..<200 { bench.refresh() }
      #expect(record.pointee.commits > commits)
    }

    /// The picture that a boot loader left has no owner; that of a program which is DRM master is not the boot's.
    @Test(arguments: [false, true]) func backgroundIsCarriedOverFromNoRunningProgram(hasOtherMaster: Bool) throws {
      let bench = try Bench()
      fake_show_other(0x203040)
      card.pointee.has_other_master = hasOtherMaster
      bench.dispatch()
      #expect(try #require(bench.device).bootBackground == (hasOtherMaster ? nil : Color(0x203040)))
    }

    /// Processes that share an open file share its master.
    @Test func openingTheDeviceInterruptsASlowProbe() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      card.pointee.probe_seconds = 60
      let device = try #require(bench.device)
      device.startProbe()
      card.pointee.is_master = true  // as the worker process is now
      device.update(bench.now) { $0.deviceOpened(now: bench.now) }
      #expect(!card.pointee.is_master)
      card.pointee.probe_seconds = 0
      for _ in 0..<30 { bench.refresh() }
      #expect(bench.outputs.first?.isEnabled == true)
    }

    /// A commit needs master between SET_MASTER and its end, and a probe may end in between: its process shares our
    /// open file.
    @Test func onlyTheProcessThatCommitsDropsMaster() throws {
      let bench = try Bench()
      card.pointee.screen_count = 2
      card.pointee.crtc_count = 2
      for _ in 0..<3 { bench.refresh() }
      let drops = fake_master_drops(), device = try #require(bench.device)
      device.startProbe()
      card.pointee.is_master = true  // as the worker process is now
      try bench.awaitProbe()
      #expect(fake_master_drops() == drops + 1 && !card.pointee.is_master)
    }

    @Test func pictureStaysAfterCloseWithCLOSEFB() throws {
      let bench = try Bench()
      card.pointee.has_closefb = true
      for _ in 0..<3 { bench.refresh() }
      let shown = fake_scanout(0)
      for output in bench.outputs { output.keepOnScreen() }
      bench.close()
      #expect(fake_scanout(0) == shown && shown != 0)
      #expect(fake_leaks() == 0)
    }

    /// As at the end of an initramfs: the device stays open, and the kernel has no CLOSEFB.
    @Test func inheritedFramebuffersAreRemovedAfterTheFirstModeset() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      let shown = fake_scanout(0), left = bench.outputs.flatMap { $0.framebuffers }
      for output in bench.outputs { output.keepOnScreen() }
      bench.close()
      #expect(fake_scanout(0) == shown && shown != 0)
      bench.inherited = left
      for _ in 0..<3 {
        bench.refresh()
        #expect(fake_scanout(0) != 0)
      }
      bench.close()
      #expect(fake_leaks() == 0)
    }

    /// A second successor may come before the first one has a picture.
    @Test func framebuffersOfAPredecessorArePassedOnUntilTheyAreRemoved() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      bench.inherited = bench.outputs.flatMap { $0.framebuffers }
      for output in bench.outputs { output.keepOnScreen() }
      bench.close()
      bench.dispatch()
      let passed = try #require(bench.device).framebuffers
      for output in bench.outputs { output.keepOnScreen() }
      bench.close()
      bench.inherited = passed
      for _ in 0..<3 { bench.refresh() }
      let ours = bench.outputs.flatMap { $0.framebuffers }
      #expect(bench.device?.framebuffers == ours, "they are gone")
      bench.close()
      #expect(fake_leaks() == 0)
    }

    /// A predecessor that draws on the same open file is stopped right before the first commit. Until then it must find
    /// its master and its events.
    @Test(arguments: [true, false]) func predecessorDrawsUntilTheFirstCommit(atomic: Bool) throws {
      let bench = try Bench(atomic: atomic)
      var claims: [(commits: Int32, framebuffers: Int32)] = []
      card.pointee.is_master = true
      bench.claim = { claims.append((record.pointee.modesets, record.pointee.framebuffers)) }
      bench.dispatch()
      #expect(card.pointee.is_master && claims.isEmpty)
      for _ in 0..<3 { bench.refresh() }
      #expect(claims.count == 1 && claims.first?.commits == 0, "before the first commit, and once")
      #expect(claims.first?.framebuffers == 2, "both buffers are there")
      #expect(record.pointee.modesets == 1 && record.pointee.flips == 2)
      #expect(!card.pointee.is_master)
      bench.close()
      #expect(fake_leaks() == 0)
    }

    /// A display may be connected after the predecessor has ended.
    @Test func displaysAreProbedAsMasterAfterAPredecessorWithoutPicture() throws {
      let bench = try Bench()
      var off = OutputConfiguration.Rule("*")
      off.role = .off
      bench.outputConfiguration.rules = [off]
      card.pointee.is_master = false
      var claims = 0
      bench.claim = { claims += 1 }
      bench.dispatch()
      let device = try #require(bench.device)
      #expect(bench.outputs.isEmpty && claims == 0 && device.card.isShared)
      device.card.endSharing()
      device.startProbe()
      try bench.awaitProbe()
      #expect(fake_probes() == 1 && claims == 1)
    }

    /// The ids that were stored may be outdated: those framebuffers are gone, and the ids are used again.
    @Test func reusedFramebufferIdsAreNotRemoved() throws {
      let bench = try Bench()
      bench.inherited = [1, 2, 3]
      for _ in 0..<5 {
        bench.refresh()
        #expect(fake_scanout(0) != 0)
      }
      #expect(record.pointee.modesets == 1 && record.pointee.flips == 4)
    }
  }
}
