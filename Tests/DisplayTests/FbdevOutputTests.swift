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
  /// Damage, panning, probes and faults of an output on a framebuffer.
  @Suite struct FbdevOutputTests {
    /// After each frame the whole picture is visible, rotated, and nothing else was written.
    @Test(arguments: Rotation.allCases, [false, true]) func damageIsDrawnInEveryRotation(rotation: Rotation, pans: Bool)
      throws
    {
      let path = pans ? FbdevTests.openPanningFramebuffer() : FbdevTests.openFramebuffer()
      let bench = try Bench(path, rotation: rotation), size = bench.output.description
      #expect((size.width, size.height) == (rotation.isSideways ? (48, 64) : (64, 48)))
      for step in 0..<24 {
        #expect(try bench.step() == .shown)
        let expected = rotation.turned(bench.output.pixels, width: Int(size.width), height: Int(size.height))
        #expect(bench.visiblePixels.map { $0 & 0xFFFFFF } == expected.map { $0 & 0xFFFFFF }, "frame \(step)")
        if step == 2, pans { try bench.awaitProbe() }
      }
      #expect(record.pointee.pans == (pans ? 21 : 0))
      #expect(bench.path == (pans ? "panning" : ""))
      #expect(try bench.show([]) == .shown)
      #expect(try bench.show([]) == .unchanged)
      #expect(FbdevTests.isUntouched(from: Int(fake.pointee.fixed.smem_len)))
    }

    /// A request that fails affects only its own feature; one error is reported, and the picture is right in the end.
    @Test(arguments: [EIO, EBUSY, EINVAL, ENOTTY]) func outputSurvivesAFailureOfAnyRequest(error: Int32) throws {
      for call in 1... {
        let path = FbdevTests.openPanningFramebuffer()
        fake_framebuffer_fail(Int32(call), error)
        guard let bench = try? Bench(path) else {
          #expect(call <= 2, "only the two queries must succeed")
          continue
        }
        var errors = 0
        for step in 0..<8 {
          do {
            _ = try bench.step()
          } catch {
            errors += 1
            _ = try bench.step()  // as the daemon does
          }
          if step == 1 { try bench.awaitProbe() }
        }
        #expect(bench.visiblePixels.map { $0 & 0xFFFFFF } == bench.output.pixels.map { $0 & 0xFFFFFF }, "call \(call)")
        #expect(errors <= 1 && (errors == 0 || record.pointee.pans < 6))
        if errors == 1 { #expect(bench.path == "", "panning is not tried again") }
        if Int(record.pointee.calls) < call { return #expect(call > 8, "there are two queries and six pans") }
      }
    }

    @Test func removedDriverIsNotWritten() throws {
      let bench = try Bench(FbdevTests.openPanningFramebuffer())
      _ = try bench.step()
      try bench.awaitProbe()
      _ = try bench.step()
      fake.pointee.is_gone = true
      #expect(try bench.step() == .outdated)
      #expect(bench.output.isGone && bench.output.earliest(now: bench.now) == nil && bench.output.deadline == 0)
      let before = FbdevTests.memory(0..<24576)
      #expect(try bench.step() == .outdated)
      #expect(FbdevTests.memory(0..<24576) == before)
    }

    /// The rate stays that of the display where a pan blocks until the vblank; slow pans are ended.
    @Test func blockingPansAreMeasured() throws {
      let bench = try Bench(FbdevTests.openPanningFramebuffer())
      _ = try bench.step()
      try bench.awaitProbe()
      fake.pointee.pan_time = 12_000_000
      for _ in 0..<8 { _ = try bench.step() }
      #expect(bench.output.frameClock.refreshesPerFrame == 1)
      fake.pointee.pan_time = 60_000_000
      for _ in 0..<8 { _ = try bench.step() }
      #expect(bench.output.frameClock.refreshesPerFrame > 1, "a slow driver lowers the rate")
      fake.pointee.pan_time = 300_000_000
      for _ in 0..<2 { #expect(try bench.step() == .shown) }
      fake.pointee.pan_time = 0
      #expect(try bench.step() == .shown && bench.path == "panning", "two slow pans do not end panning")
      fake.pointee.pan_time = 300_000_000
      for _ in 0..<3 { #expect(try bench.step() == .shown) }
      let pans = record.pointee.pans
      #expect(throws: OutputError.self) { try bench.step() }
      for _ in 0..<3 { _ = try bench.step() }
      #expect(record.pointee.pans == pans && bench.path == "")
      #expect(bench.visiblePixels.map { $0 & 0xFFFFFF } == bench.output.pixels.map { $0 & 0xFFFFFF })
    }

    /// The driver's vblanks are 10 ms apart, at multiples of 10 ms; the mode has no timings, which counts as 60 Hz.
    @Test func frameClockFollowsMeasuredVblanks() throws {
      var period: Int64 = 0, phase: Int64 = 0
      let end = Clock.nanoseconds + 60_000_000_000
      // The process that measures them may be woken late; then another one measures again.
      repeat {
        let path = FbdevTests.openFramebuffer()
        fake.pointee.has_vblanks = true
        let bench = try Bench(path)
        #expect(bench.output.frameClock.period == 16_666_667)
        _ = try bench.step()
        try bench.awaitProbe()
        period = bench.output.frameClock.period
        phase = (bench.output.frameClock.earliest(now: 0) + 4_000_000) % 10_000_000
      } while (abs(period - 10_000_000) >= 500_000 || phase >= 8_000_000) && Clock.nanoseconds < end
      #expect(abs(period - 10_000_000) < 500_000, "\(period)")
      #expect(phase < 8_000_000, "\(phase) ns after 4 ms before a vblank")
    }

    @Test func blockedProbeIsGivenUp() throws {
      let path = FbdevTests.openPanningFramebuffer()
      (fake.pointee.has_vblanks, fake.pointee.period) = (true, 3_600_000_000_000)
      let bench = try Bench(path)
      _ = try bench.step()
      let deadline = try #require(bench.output.deadline)
      bench.output.expire(now: deadline - 1)
      #expect(bench.output.deadline != nil)
      bench.output.expire(now: deadline)
      #expect(bench.output.deadline == nil)
      for _ in 0..<3 { _ = try bench.step() }
      #expect(record.pointee.pans == 0 && bench.output.deadline == nil, "the driver may hold its lock for ever")
      let calls = record.pointee.calls
      #expect(bench.output.mayBlock && bench.output.isPresent && record.pointee.calls == calls)
    }

    @Test func directColourGetsALinearMap() throws {
      let path = FbdevTests.openFramebuffer()
      fake.pointee.fixed.visual = UInt32(FB_VISUAL_DIRECTCOLOR)
      fake.pointee.variable.bits_per_pixel = 16
      fake.pointee.variable.red = fb_bitfield(offset: 11, length: 5, msb_right: 0)
      fake.pointee.variable.green = fb_bitfield(offset: 5, length: 6, msb_right: 0)
      fake.pointee.variable.blue = fb_bitfield(offset: 0, length: 5, msb_right: 0)
      let bench = try Bench(path)
      _ = try bench.step()
      try bench.awaitProbe()
      #expect(record.pointee.palettes == 1)
      #expect(record.pointee.red.0 == 0 && record.pointee.red.16 == 33824 && record.pointee.red.31 == 65535)
      #expect(record.pointee.green.32 == 33287 && record.pointee.green.63 == 65535)
    }
  }
}
