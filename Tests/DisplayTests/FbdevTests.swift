import FakeFramebuffer
import Foundation
import Raster
import Support
import System
import Testing

@testable import Display

private var fake: UnsafeMutablePointer<fake_framebuffer> { fake_framebuffer_now() }

/// Tests of the fbdev backend over a fake framebuffer, whose state is global, so they run one after the other.
@Suite(.serialized) struct FbdevTests {
  /// An output on the fake framebuffer, with the time of its last frame.
  final class Bench {
    let output: FbdevOutput
    let loop: EventLoop
    var now: Int64 = 0
    private var frame = 0

    init(_ path: Bytes, rotation: Rotation = .none) throws {
      loop = try EventLoop()
      var rule = OutputConfiguration.Rule("fb0")
      rule.rotation = rotation
      output = try FbdevOutput(try FbdevDevice(path: path), loop, nil, rule, defaultRotation: .none)
    }

    func show(_ drawOps: [DrawOp], over background: Color = .black) throws -> PresentResult {
      now = Clock.nanoseconds
      return try output.present(drawOps, over: background, now: now)
    }

    /// Shows a frame that differs from the last: a moving box.
    func step() throws -> PresentResult {
      frame += 1
      let x = Double(frame * 7 % 40), y = Double(frame * 3 % 30)
      let box = Box(minX: Fixed(x), minY: Fixed(y), maxX: Fixed(x + 9), maxY: Fixed(y + 5))
      return try show([DrawOp(.box(box, radius: Fixed(0)), .color(.white))], over: Color(frame < 6 ? 0 : 0x204060))
    }

    var path: Bytes { Bytes(output.description.path) }

    /// Waits for the probe.
    func awaitProbe() throws { try loop.run { if output.deadline == nil || output.isGone { loop.stop() } } }

    /// The visible pixels, of 32 bits each.
    var visiblePixels: [UInt32] {
      let layout = output.device.layout
      let first = Int(fake.pointee.variable.yoffset)
      return (0..<Int(layout.height)).flatMap { y in
        (0..<Int(layout.width)).map { x in
          let place = fake_framebuffer_memory() + (first + y) * layout.pitch + layout.margin + x * 4
          return UnsafeRawPointer(place).loadUnaligned(as: UInt32.self)
        }
      }
    }
  }

  /// Resets the fake framebuffer. Returns the path of its file.
  static func openFramebuffer(_ width: Int32 = 64, _ height: Int32 = 48) -> Bytes {
    Bytes(cString: fake_framebuffer_open(width, height))
  }

  /// A framebuffer with memory for two pages, and a driver that can pan.
  static func openPanningFramebuffer() -> Bytes {
    let path = openFramebuffer()
    fake.pointee.variable.yres_virtual = 96
    fake.pointee.fixed.ypanstep = 1
    fake.pointee.fixed.smem_start = 0xFD00_0000
    fake.pointee.fixed.smem_len *= 2
    return path
  }

  /// Makes the framebuffer one with four greys, and two bytes after each row.
  static func makeTwoBits(_ visual: Int32) {
    (fake.pointee.variable.bits_per_pixel, fake.pointee.variable.grayscale) = (2, 1)
    for field in [\fb_var_screeninfo.red, \.green, \.blue] {
      fake.pointee.variable[keyPath: field] = fb_bitfield(offset: 0, length: 2, msb_right: 0)
    }
    fake.pointee.fixed.visual = UInt32(visual)
    (fake.pointee.fixed.line_length, fake.pointee.fixed.smem_len) = (18, 18 * 48)
  }

  /// Bytes of the memory.
  static func memory(_ range: Range<Int>) -> [UInt8] { range.map { fake_framebuffer_memory()[$0] } }

  /// Whether nothing was written from an offset on.
  static func isUntouched(from end: Int) -> Bool {
    let rest = fake_framebuffer_capacity() - end, start = fake_framebuffer_memory() + end
    return rest < 2 || start[0] == 0xEE && memcmp(start, start + 1, rest - 1) == 0
  }
}
