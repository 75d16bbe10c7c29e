import FakeDRM
import FakeFramebuffer
import Foundation
import Raster
import Support
import System
import Testing

@testable import Display

extension DRMTests {
  /// Requests that fail, flips that are not reported, and devices that are removed.
  @Suite struct DRMFaultTests {
    /// Properties in which drivers differ.
    struct Driver {
      var isAtomic = true, hasVblanks = true, hasDamage = false
      static let all = [Driver(), Driver(isAtomic: false), Driver(hasVblanks: false), Driver(hasDamage: true)]
    }

    /// Each call in turn fails once, with each error: in the end the picture is shown and nothing leaks.
    @Test(arguments: [EINVAL, ENOMEM, EBUSY, EACCES, EPERM, ENOSPC, ENODEV, ENOENT, EINTR, EIO], Driver.all)
    func outputsRecoverFromAnySingleFailure(_ error: Int32, _ driver: Driver) throws {
      try recover(error, driver, isSticky: false)
    }

    /// Each call in turn fails repeatedly until the fault ends; few errors are reported.
    @Test(arguments: [EINVAL, ENOMEM, EACCES], Driver.all)
    func outputsRecoverFromAnyLastingFailure(_ error: Int32, _ driver: Driver) throws {
      try recover(error, driver, isSticky: true)
    }

    /// A driver without flips, one without memory for a second buffer, or one whose flips fail after a while.
    @Test(arguments: [EINVAL, ENOMEM, ENOSPC, EIO], Driver.all)
    func singleBufferIsUsedWithoutFlips(_ error: Int32, _ driver: Driver) throws {
      for (hasDirty, fails) in [(true, 0), (false, 0), (true, 5), (false, 5), (true, -1), (false, -1)] {
        let bench = try Bench(atomic: driver.isAtomic)
        card.pointee.has_vblanks = driver.hasVblanks
        card.pointee.has_damage = driver.hasDamage
        card.pointee.has_dirty = hasDirty
        if fails < 0 { card.pointee.buffer_error = error }
        for frame in 0..<12 {
          if frame == fails { card.pointee.flip_error = error }
          bench.refresh()
        }
        let commits = record.pointee.commits
        for _ in 0..<20 {
          let newest = fake_pixel(0, 0, 0)
          bench.refresh()
          #expect(fake_pixel(0, 0, 0) != newest, "the picture stands still")
        }
        #expect(record.pointee.commits == commits && record.pointee.modesets <= (driver.isAtomic ? 1 : 3))
        #expect(bench.failures <= 1 && bench.outputs.first?.framebuffers.count == 1)
        bench.close()
        #expect(fake_leaks() == 0)
      }
    }

    private func recover(_ error: Int32, _ driver: Driver, isSticky: Bool) throws {
      var failing: Int32 = 1
      while true {
        let bench = try Bench(atomic: driver.isAtomic)
        card.pointee.screen_count = 2
        card.pointee.crtc_count = 2
        card.pointee.has_vblanks = driver.hasVblanks
        card.pointee.has_damage = driver.hasDamage
        card.pointee.fails_repeatedly = isSticky
        fake_fail(failing, error)
        for _ in 0..<(isSticky ? 24 : 8) { bench.refresh() }
        if record.pointee.calls < failing { break }
        if isSticky {
          #expect(bench.failures <= 4, "call \(failing) is reported repeatedly")
          fake_fail(0, 0)
        }
        // Time for retries.
        for _ in 0..<700
        where !(fake_scanout(0) != 0 && fake_scanout(1) != 0 && bench.outputs.allSatisfy { $0.isEnabled }) {
          bench.refresh()
          // A connector that could not be read is found with the next uevent.
          if bench.outputs.count < 2 { bench.scan() }
        }
        #expect(fake_scanout(0) != 0 && fake_scanout(1) != 0, "call \(failing)")
        for _ in 0..<3 { bench.refresh() }
        let newest = fake_pixel(0, 0, 0)
        // On a busy machine the frame clock leaves out refreshes: it measures how long drawing takes.
        for _ in 0..<200 where fake_pixel(0, 0, 0) == newest { bench.refresh() }
        #expect(fake_pixel(0, 0, 0) != newest, "call \(failing): the picture stands still")
        bench.close()
        #expect(fake_leaks() == 0, "call \(failing)")
        failing += 1
      }
      #expect(failing > 60, "the scenario is shorter than it was: \(failing)")
    }

    /// The picture of another mode is not shown in its place.
    @Test func modeWithoutMemoryForItsPictureIsTriedAgain() throws {
      let bench = try Bench()
      card.pointee.screens.0.modes.1 = fake_mode(width: 128, height: 96, clock: 800, type: 0)
      card.pointee.refused_modes = 1
      fake_memory_refuse(128 * 96 * 4)
      defer { fake_memory_refuse(0) }
      for _ in 0..<8 { bench.refresh() }
      #expect(fake_scanout(0) == 0)
      fake_memory_refuse(0)
      for _ in 0..<700 where fake_scanout(0) == 0 { bench.refresh() }
      #expect(bench.outputs.first?.description.width == 128 && fake_pixel(0, 127, 95) != 0)
    }

    @Test func unreportedFlipIsAbandoned() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      for _ in 0..<30 { bench.refresh(reporting: false) }
      fake_vblank(bench.now)
      for _ in 0..<3 { bench.refresh() }
      let newest = fake_pixel(0, 0, 0)
      bench.refresh()
      #expect(fake_pixel(0, 0, 0) != newest)
    }

    /// Only the first flip of a driver that never reports one is waited for.
    @Test(arguments: [true, false], [true, false])
    func driverWithoutFlipEventsHasOneBuffer(_ atomic: Bool, _ hasDirty: Bool) throws {
      let bench = try Bench(atomic: atomic)
      card.pointee.has_dirty = hasDirty
      let first = bench.now
      func refresh() {
        bench.refresh(reporting: false)
        fake_vblank(0)
        fake_drop_events()
      }
      while bench.outputs.first?.framebuffers.count != 1 || record.pointee.flips < 2 {
        refresh()
        try #require(bench.now < first + 3_400_000_000 + 20 * DRMTests.period)
      }
      for _ in 0..<20 {
        let newest = fake_pixel(0, 0, 0)
        refresh()
        #expect(fake_pixel(0, 0, 0) != newest, "the picture stands still")
      }
      #expect(record.pointee.flips == 2 && bench.failures == 0)
    }

    @Test func slowPanelIsNotSetAgain() throws {
      let bench = try Bench()
      card.pointee.has_vblanks = false
      card.pointee.has_dirty = false
      bench.refresh()
      for _ in 0..<5 {
        let commits = record.pointee.commits
        for _ in 0..<200 where record.pointee.commits == commits { bench.refresh(reporting: false) }
        for _ in 0..<40 { bench.refresh(reporting: false) }
        #expect(record.pointee.commits == commits + 1, "one frame is pending")
        fake_vblank(bench.now)
        bench.device?.readFlips()
      }
      #expect(record.pointee.flips == 5 && record.pointee.commits == 6, "no second modeset")
      let frameClock = try #require(bench.outputs.first?.frameClock)
      #expect(frameClock.flush > 600_000_000 && frameClock.statistics.shown == 6)
      for _ in 0..<450 { bench.refresh(reporting: false) }
      #expect(record.pointee.commits > 7, "the wait ends")
    }

    @Test func deviceUnpluggedDuringAFlipIsClosed() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.refresh() }
      bench.refresh(reporting: false)
      card.pointee.is_unplugged = true
      for _ in 0..<30 { bench.refresh(reporting: false) }
      #expect(bench.device == nil || bench.device?.isLost == true)
      card.pointee.is_unplugged = false
      for _ in 0..<30 { bench.refresh() }
      #expect(bench.outputs.first?.isEnabled == true)
    }
  }
}
