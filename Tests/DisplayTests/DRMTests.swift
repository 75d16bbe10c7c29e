import FakeDRM
import Foundation
import Raster
import Support
import System
import Testing

@testable import Display

/// Tests of the DRM backend over a fake libdrm, whose state is global, so they run one after the other.
@Suite(.serialized) struct DRMTests {
  /// Nanoseconds per refresh of the fake mode.
  static let period: Int64 = 15_360_000  // 64×48 pixels at 200 kHz
  /// The fake device.
  static var card: UnsafeMutablePointer<fake_card> { fake_card_now() }
  /// What was called.
  static var record: UnsafeMutablePointer<fake_record> { fake_record_now() }

  /// A DRM device over the fake libdrm, with its own time.
  final class Bench {
    private(set) var device: DRMDevice?
    /// The current time in nanoseconds. It is ahead of the real clock, also on a busy machine, so copies take no time.
    var now = Clock.nanoseconds + 60_000_000_000
    var outputConfiguration = OutputConfiguration()
    var defaultRotation = Rotation.none
    /// Framebuffer ids of the predecessor.
    var inherited: [UInt32] = []
    /// Makes a predecessor stop drawing on the same open file; nil if there is none.
    var claim: (() -> Void)?
    var errors = 0
    /// Frames that threw an error.
    private(set) var failures = 0
    private let loop: EventLoop
    private var frame = 0

    init(atomic: Bool = true) throws {
      loop = try EventLoop()
      descriptor = FileDescriptor(owning: fake_open(atomic))
    }

    private let descriptor: FileDescriptor

    /// Opens the device if needed, and scans it when that is due, as `DRMBackend` does.
    func dispatch() {
      if device?.isLost ?? false { device = nil }
      if device == nil {
        guard let opened = try? Card(descriptor, path: "/nowhere/card0", mayBeAtomic: true) else { return }
        if let claim { opened.share(until: claim) }
        device = DRMDevice(opened, loop, nil, framebuffers: inherited, now)
        scan()
      }
      _ = device?.dispatch(now)
      if device?.needsScan ?? false { scan() }
    }

    /// Waits for the end of a probe.
    func awaitProbe() throws { try loop.run { if device?.needsScan ?? true { loop.stop() } } }

    func scan() {
      do throws(OutputError) {
        try device?.scan(outputConfiguration, defaultRotation, now)
      } catch {
        errors += 1
      }
    }

    var outputs: [DRMOutput] { device?.outputs ?? [] }
    var drawOps: [DrawOp] = [
      DrawOp(
        .box(Box(minX: Fixed(8), minY: Fixed(8), maxX: Fixed(24), maxY: Fixed(16)), radius: Fixed(0)), .color(.white))
    ]

    /// One refresh: draws frames where possible, shows them, and reports the flips. Each frame differs from the last.
    func refresh(reporting: Bool = true) {
      dispatch()
      frame += 1
      for output in outputs where output.earliest(now: now).map({ $0 <= now }) ?? false {
        let color = Color(UInt32(0x100000 + (frame & 1) * 0x8000 + frame))  // also differs with 16 bits per pixel
        do throws(OutputError) {
          _ = try output.present(drawOps, over: color, now: now)
        } catch {
          (errors, failures) = (errors + 1, failures + 1)
        }
      }
      now += DRMTests.period
      if reporting {
        fake_vblank(card.pointee.has_vblanks ? now : now - DRMTests.period + 1_000_000)
        device?.readFlips()
      }
    }

    func close() { device = nil }
  }
}
