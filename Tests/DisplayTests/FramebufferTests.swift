import FakeFramebuffer
import Foundation
import Raster
import SeededRandom
import Support
import System
import Testing

@testable import Display

private var fake: UnsafeMutablePointer<fake_framebuffer> { fake_framebuffer_now() }
private var record: UnsafeMutablePointer<fake_framebuffer_record> { fake_framebuffer_record_now() }

extension FbdevTests {
  /// Layouts and pixel formats of framebuffers, also with values that cannot be right.
  @Suite struct FramebufferTests {
    /// Expected bytes of red, green, blue and white for each layout: bits per pixel, then offset and length of red,
    /// green, blue and alpha. Bytes shown as `--` are padding.
    @Test(
      arguments: [
        (32, [16, 8, 8, 8, 0, 8, 0, 0], "0000FF-- 00FF00-- FF0000-- FFFFFF--", "xrgb8888"),
        (32, [16, 8, 8, 8, 0, 8, 24, 8], "0000FFFF 00FF00FF FF0000FF FFFFFFFF", "argb8888"),
        (32, [0, 8, 8, 8, 16, 8, 0, 0], "FF0000-- 00FF00-- 0000FF-- FFFFFF--", "xbgr8888"),
        (32, [24, 8, 16, 8, 8, 8, 0, 0], "000000FF 0000FF00 00FF0000 00FFFFFF", "packed"),
        (32, [8, 8, 16, 8, 24, 8, 0, 8], "FFFF0000 FF00FF00 FF0000FF FFFFFFFF", "packed"),
        (24, [16, 8, 8, 8, 0, 8, 0, 0], "0000FF 00FF00 FF0000 FFFFFF", "rgb888"),
        (24, [0, 8, 8, 8, 16, 8, 0, 0], "FF0000 00FF00 0000FF FFFFFF", "bgr888"),
        (16, [11, 5, 5, 6, 0, 5, 0, 0], "00F8 E007 1F00 FFFF", "rgb565"),
        (16, [0, 5, 5, 6, 11, 5, 0, 0], "1F00 E007 00F8 FFFF", "bgr565"),
        (16, [10, 5, 5, 5, 0, 5, 0, 0], "007C E003 1F00 FF7F", "packed"),
        (16, [10, 5, 5, 5, 0, 5, 15, 1], "00FC E083 1F80 FFFF", "packed"),
        (16, [12, 4, 8, 4, 4, 4, 0, 4], "0FF0 0F0F FF00 FFFF", "packed"),
        (8, [5, 3, 2, 3, 0, 2, 0, 0], "E0 1C 03 FF", "packed"),
        (32, [20, 10, 10, 10, 0, 10, 30, 2], "0000F0FF 00FC0FC0 FF0300C0 FFFFFFFF", "packed"),
        (24, [12, 6, 6, 6, 0, 6, 0, 0], "00F003 C00F00 3F0000 FFFF03", "packed"),
      ] as [(Int, [UInt32], String, String)])
    func pixelsFollowTheDriversBitfields(bits: Int, fields: [UInt32], words: String, name: String) throws {
      let path = FbdevTests.openFramebuffer()
      func field(_ index: Int) -> fb_bitfield {
        fb_bitfield(offset: fields[index], length: fields[index + 1], msb_right: 0)
      }
      fake.pointee.variable.bits_per_pixel = UInt32(bits)
      (fake.pointee.variable.red, fake.pointee.variable.green) = (field(0), field(2))
      (fake.pointee.variable.blue, fake.pointee.variable.transp) = (field(4), field(6))
      fake.pointee.fixed.line_length = UInt32(64 * bits / 8 + 16)
      fake.pointee.fixed.smem_len = fake.pointee.fixed.line_length * 48
      let bench = try Bench(path), size = bits / 8
      #expect(Bytes(bench.output.description.format) == Bytes(Array(name.utf8)))
      let colors: [Color] = [Color(0xFF0000), Color(0x00FF00), Color(0x0000FF), .white]
      for (color, word) in zip(colors, words.split(separator: " ")) {
        _ = try bench.show([], over: color)
        let expected = (0..<size).map { UInt8(word.dropFirst($0 * 2).prefix(2), radix: 16) }
        let pitch = Int(fake.pointee.fixed.line_length)
        for y in [0, 1, 30, 47] {
          let row = FbdevTests.memory(y * pitch..<(y + 1) * pitch)
          for x in 0..<64 * size {
            let byte = expected[x % size]
            #expect(byte == nil || row[x] == byte, "row \(y)")
          }
          #expect(row.suffix(16).allSatisfy { $0 == 0xEE })
        }
      }
      // Black from rows that were never drawn on.
      let dark = try Bench(path)
      _ = try dark.show([])
      let alpha = fields[7] == 0 ? 0 : UInt32((1 << Int(fields[7])) - 1) << fields[6]
      let black: [UInt8] = (0..<size).map { UInt8(truncatingIfNeeded: alpha >> UInt32(8 * $0)) }
      #expect(FbdevTests.memory(0..<size) == black)
      #expect(FbdevTests.isUntouched(from: Int(fake.pointee.fixed.smem_len)))
    }

    /// Four greys in the order of the kernel's own drawing; a driver with a colour map gets greys from black to white.
    @Test(arguments: [FB_VISUAL_TRUECOLOR, FB_VISUAL_PSEUDOCOLOR, FB_VISUAL_MONO10], [Rotation.none, .half])
    func fourGraysAreInAByte(_ visual: Int32, _ rotation: Rotation) throws {
      let path = FbdevTests.openFramebuffer()
      FbdevTests.makeTwoBits(visual)
      let output = try Bench(path).output, pitch = 18
      #expect(Bytes(output.description.format) == "l2" && output.device.layout.pitch == pitch)
      #expect(output.device.layout.usesColorMap == (visual == FB_VISUAL_PSEUDOCOLOR))
      let backBuffer = try BackBuffer(width: 64, height: 48, tones: output.device.layout.format.tones)
      // A box whose sides are not at the edges of bytes, in a grey that is rounded to the lighter one in the middle.
      let box = Box(minX: Fixed(5), minY: Fixed(2), maxX: Fixed(11), maxY: Fixed(4))
      let drawn = DrawOp(.box(box, radius: Fixed(0)), .color(Color(0x9A9A9A)))
      let damage = backBuffer.draw([drawn], over: Color(0x404040))
      output.device.draw(damage, of: backBuffer, at: 0, rotation)
      for y in 0..<48 {
        let row = FbdevTests.memory(y * pitch..<(y + 1) * pitch)
        #expect(row.suffix(2) == [0xEE, 0xEE])
        for x in 0..<64 {
          let (column, line) = rotation == .none ? (x, y) : (63 - x, 47 - y)
          let expected: UInt8 = (5..<11).contains(column) && (2..<4).contains(line) ? 2 : 1
          #expect(row[x / 4] >> UInt8(2 * (x % 4)) & 3 == expected, "\(x), \(y)")
        }
      }
      #expect(FbdevTests.isUntouched(from: 48 * pitch))
    }

    @Test func colorMapOfADriverThatReportsNoBitsIsSet() throws {
      let path = FbdevTests.openFramebuffer()
      FbdevTests.makeTwoBits(FB_VISUAL_PSEUDOCOLOR)
      fake.pointee.variable.green.length = 0
      let device = try Bench(path).output.device
      #expect(device.layout.usesColorMap)
      device.unblank()
      #expect(record.pointee.red.1 == 21845 && record.pointee.green.0 == 65535)
    }

    /// The console has scrolled by panning: the first picture is drawn at that row, later ones in the two pages.
    @Test(arguments: [0, 10, 48, 60, 100] as [UInt32]) func firstPictureBeginsAtThePannedRow(row: UInt32) throws {
      let path = FbdevTests.openPanningFramebuffer()
      fake.pointee.variable.yoffset = row
      fake.pointee.variable.xres_virtual = 96
      fake.pointee.variable.xoffset = 8
      fake.pointee.variable.yres_virtual = 160
      fake.pointee.fixed.line_length = 96 * 4
      fake.pointee.fixed.smem_len = 96 * 4 * 160
      let bench = try Bench(path)
      for step in 0..<6 {
        _ = try bench.step()
        #expect(bench.visiblePixels.map { $0 & 0xFFFFFF } == bench.output.pixels.map { $0 & 0xFFFFFF }, "frame \(step)")
        if step == 1 {
          #expect(fake.pointee.variable.yoffset == row)
          try bench.awaitProbe()
        }
      }
      #expect(record.pointee.pans == 4 && [0, 48].contains(fake.pointee.variable.yoffset))
    }

    @Test(arguments: [0, 1, 2, 3]) func panningNeedsMemoryForTwoPagesAndAScanoutDriver(lack: Int) throws {
      let path = FbdevTests.openPanningFramebuffer()
      #expect(try FbdevDevice(path: path).layout.canPan)
      switch lack {
      case 0: fake.pointee.fixed.smem_start = 0
      case 1: fake.pointee.fixed.ypanstep = 0
      case 2: fake.pointee.fixed.ypanstep = 7
      default: fake.pointee.variable.yres_virtual = 95
      }
      #expect(try !FbdevDevice(path: path).layout.canPan)
    }

    @Test func memoryMayBeginInTheMiddleOfAPage() throws {
      let path = FbdevTests.openFramebuffer()
      fake.pointee.fixed.smem_start = 0xFD00_0340
      let bench = try Bench(path)
      _ = try bench.show([], over: .white)
      let end = 0x340 + 64 * 48 * 4
      #expect(
        FbdevTests.memory(0..<0x340).allSatisfy { $0 == 0xEE }
          && FbdevTests.memory(0x340..<0x343) == [0xFF, 0xFF, 0xFF])
      #expect(FbdevTests.memory(end - 4..<end - 1) == [0xFF, 0xFF, 0xFF] && FbdevTests.isUntouched(from: end))
    }

    /// What the driver reports about rows and memory, and the row length that is used; nil if it is refused.
    @Test(
      arguments: [
        (0, 0, 0, 12288, 64, 256), (100, 0, 0, 12288, 64, 256), (100, 0, 0, 12288, 62, 256),
        (1 << 31, 0, 0, 12288, 64, 256),
        (512, 0, 0, 12288, 64, 256), (0, 0, 0, 20000, 96, 384), (256, 0, 7, 12288, 64, 256),
        (256, 9, 0, 12288, 64, 256),
        (256, 1 << 31, 1 << 31, 12288, 64, 256), (256, 0, 0, 12287, 64, nil), (256, 0, 0, 0, 64, nil),
        (.max, .max, .max, .max, .max, nil), (0, 0, 0, 12287, 64, nil),
      ] as [(UInt32, UInt32, UInt32, UInt32, UInt32, Int?)])
    func inconsistentLayoutsAreCorrected(
      pitch: UInt32, column: UInt32, row: UInt32, size: UInt32, across: UInt32, expected: Int?
    ) throws {
      let path = FbdevTests.openFramebuffer()
      (fake.pointee.fixed.line_length, fake.pointee.fixed.smem_len) = (pitch, size)
      (fake.pointee.variable.xoffset, fake.pointee.variable.yoffset) = (column, row)
      fake.pointee.variable.xres_virtual = across
      guard let expected else {
        #expect(throws: OutputError.self) { try Bench(path) }
        return
      }
      let bench = try Bench(path), layout = bench.output.device.layout
      #expect(layout.pitch == expected && layout.firstRow == 0 && layout.margin == 0 && !layout.inconsistency.isEmpty)
      _ = try bench.show([], over: .white)
      #expect(FbdevTests.isUntouched(from: Int(size)))
    }

    /// Each error is one line that says what to do.
    @Test func unsupportedFramebuffersAreReported() {
      let changes: [(inout fake_framebuffer) -> Void] = [
        { $0.variable.xres = 0 }, { $0.variable.yres = 0 }, { $0.variable.xres = 100_000 }, { $0.variable.yres = .max },
        { $0.fixed.visual = UInt32(FB_VISUAL_PSEUDOCOLOR) }, { $0.fixed.type = UInt32(FB_TYPE_PLANES) },
        { $0.variable.bits_per_pixel = 4 }, { $0.variable.bits_per_pixel = 2 },
        {
          ($0.variable.bits_per_pixel, $0.variable.grayscale) = (2, 1)
          $0.fixed.visual = UInt32(FB_VISUAL_MONO01)
        }, { $0.variable.bits_per_pixel = 64 }, { $0.variable.grayscale = 1 },
        { $0.variable.red.length = 0 }, { $0.variable.red.offset = 28 }, { $0.variable.red.offset = 4 },
        { $0.variable.red.offset = .max }, { $0.variable.green.length = .max }, { $0.variable.blue.msb_right = 1 },
        { $0.refuses_memory = true }, { $0.is_gone = true },
      ]
      for (index, change) in changes.enumerated() {
        let path = FbdevTests.openFramebuffer()
        change(&fake.pointee)
        do {
          _ = try Bench(path)
          Issue.record("\(index) was accepted")
        } catch {
          let text = String(decoding: (error as? OutputError)?.text.utf8 ?? [], as: UTF8.self)
          #expect(text.hasPrefix("/proc/self/fd/") && !text.contains("\n") && text.count < 160, "\(index): \(text)")
        }
      }
    }

    /// With random values from the driver, nothing is written outside of its memory.
    @Test func randomDriverValuesStayInsideTheMemory() throws {
      var dice = SeededRandom(seed: 41), drawn = 0
      for _ in 0..<800 {
        let path = FbdevTests.openFramebuffer()
        func some(_ usual: [UInt32]) -> UInt32 {
          dice.roll(0...29) > 0
            ? dice.pick(usual) : UInt32(truncatingIfNeeded: dice.next() >> UInt64(dice.roll(32...63)))
        }
        var variable = fake.pointee.variable, fixed = fake.pointee.fixed
        (variable.xres, variable.yres) = (some([1, 3, 64, 200]), some([1, 2, 48]))
        (variable.xres_virtual, variable.yres_virtual) = (some([0, 64, 128]), some([48, 96, 480]))
        (variable.xoffset, variable.yoffset) = (some([0, 0, 0, 5]), some([0, 0, 48, 7]))
        variable.bits_per_pixel = some([2, 8, 16, 24, 32, 32])
        variable.grayscale = variable.bits_per_pixel == 2 ? 1 : 0
        let places = dice.pick([[16, 8, 0], [0, 8, 16], [11, 5, 0], [24, 16, 8]] as [[UInt32]])
        let length = dice.pick([5, 8] as [UInt32])
        variable.red = fb_bitfield(offset: some([places[0]]), length: some([length]), msb_right: 0)
        variable.green = fb_bitfield(offset: some([places[1]]), length: some([length]), msb_right: 0)
        variable.blue = fb_bitfield(offset: some([places[2]]), length: some([length]), msb_right: 0)
        variable.transp = fb_bitfield(offset: some([24]), length: some([0]), msb_right: 0)
        (variable.pixclock, variable.left_margin) = (some([0, 15384]), some([0, 160]))
        (fixed.line_length, fixed.smem_len) = (some([256, 1024, 0]), some([12288, 49152, 1 << 19]))
        fixed.smem_start = UInt(some([0, 0, 0x340]))
        fixed.ypanstep = UInt16(truncatingIfNeeded: some([0, 1, 8]))
        (fake.pointee.variable, fake.pointee.fixed) = (variable, fixed)
        guard let device = try? FbdevDevice(path: path), Int(variable.xres) * Int(variable.yres) < 1 << 22 else {
          continue
        }
        let layout = device.layout, backBuffer = try BackBuffer(width: layout.width, height: layout.height)
        _ = backBuffer.draw([], over: .white)
        device.draw(Region(backBuffer.bounds), of: backBuffer, at: layout.firstRow, .none)
        if layout.canPan { device.draw(Region(backBuffer.bounds), of: backBuffer, at: Int(layout.height), .none) }
        #expect((4_000_000...100_000_000).contains(layout.period))
        let end = Int(fixed.smem_start & 4095) + Int(fixed.smem_len)
        #expect(FbdevTests.isUntouched(from: min(end, fake_framebuffer_capacity())))
        drawn += 1
      }
      #expect(drawn > 160, "most were refused: \(drawn)")
    }

    @Test func periodFollowsFromTheModeTimings() throws {
      func period(_ clock: UInt32, _ margin: UInt32 = 0) throws -> Int64 {
        let path = FbdevTests.openFramebuffer(1024, 768)
        (fake.pointee.variable.pixclock, fake.pointee.variable.right_margin) = (clock, margin)
        fake.pointee.variable.lower_margin = 38
        return try FbdevDevice(path: path).layout.period
      }
      #expect(try period(15384, 320) == 16_664_933, "65 MHz over 1344×806")
      #expect(try period(0) == 16_666_667 && period(1) == 16_666_667 && period(.max, .max) == 16_666_667)
    }
  }
}
