import SeededRandom
import FakeFramebuffer
import Foundation
import System
import Support
import Raster
import Testing

@testable import Display

private var fake: UnsafeMutablePointer<fake_framebuffer> { fake_framebuffer_now() }
private var record: UnsafeMutablePointer<fake_framebuffer_record> { fake_framebuffer_record_now() }

/// A framebuffer that is none: what loaderd writes into its memory, what it asks of its driver, and what it does when
/// that lies, fails or goes.
@Suite(.serialized) struct FramebufferTests {
  /// An output over the fake one, and the time there.
  final class Bench {
    let output: FbdevOutput
    let loop: EventLoop
    var now: Int64 = 0
    private var frame = 0

    init(_ path: Bytes, rotation: Rotation = .none) throws {
      loop = try EventLoop()
      var rule = OutputConfiguration.Rule("fb0")
      rule.rotation = rotation
      output = try FbdevOutput(try Framebuffer(path: path), loop, nil, rule, defaultRotation: .none)
    }

    func show(_ drawOps: [DrawOp], over background: Color = .black) throws -> PresentResult {
      now = Clock.nanoseconds
      return try output.present(drawOps, over: background, now: now)
    }

    /// A frame of a box that wanders, each differing from the last.
    func step() throws -> PresentResult {
      frame += 1
      let x = Double(frame * 7 % 40), y = Double(frame * 3 % 30)
      let box = Box(minX: Fixed(x), minY: Fixed(y), maxX: Fixed(x + 9), maxY: Fixed(y + 5))
      return try show([DrawOp(.box(box, radius: Fixed(0)), .color(.white))], over: Color(frame < 6 ? 0 : 0x204060))
    }

    var path: Bytes { Bytes(output.description.path) }

    /// Waits for the process that asks the driver.
    func settle() throws { try loop.run { if output.wakeUp == nil || output.isGone { loop.stop() } } }

    /// What is seen, of 32 bits a pixel.
    var seen: [UInt32] {
      let layout = output.framebuffer.layout
      let first = Int(fake.pointee.variable.yoffset)
      return (0..<Int(layout.height)).flatMap { y in
        (0..<Int(layout.width)).map { x in
          let place = fake_framebuffer_memory() + (first + y) * layout.pitch + layout.margin + x * 4
          return UnsafeRawPointer(place).loadUnaligned(as: UInt32.self)
        }
      }
    }
  }

  private func open(_ width: Int32 = 64, _ height: Int32 = 48) -> Bytes {
    Bytes(cString: fake_framebuffer_open(width, height))
  }

  /// Memory for two pictures, and a driver that shows either.
  private func openPanning() -> Bytes {
    let path = open()
    fake.pointee.variable.yres_virtual = 96
    fake.pointee.fixed.ypanstep = 1
    fake.pointee.fixed.smem_start = 0xFD00_0000
    fake.pointee.fixed.smem_len *= 2
    return path
  }

  private func memory(_ range: Range<Int>) -> [UInt8] { range.map { fake_framebuffer_memory()[$0] } }

  private func isUntouched(from end: Int) -> Bool {
    let rest = fake_framebuffer_capacity() - end, start = fake_framebuffer_memory() + end
    return rest < 2 || start[0] == 0xEE && memcmp(start, start + 1, rest - 1) == 0
  }

  /// Red, green, blue and white as each driver has them, worked out by hand: bits, then offset and length of red, green,
  /// blue and alpha. Bytes that are nobody's may be anything.
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
  func coloursLieAsTheBitfieldsSay(bits: Int, fields: [UInt32], words: String, name: String) throws {
    let path = open()
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
        let row = memory(y * pitch..<(y + 1) * pitch)
        for x in 0..<64 * size {
          let byte = expected[x % size]
          #expect(byte == nil || row[x] == byte, "row \(y)")
        }
        #expect(row.suffix(16).allSatisfy { $0 == 0xEE })
      }
    }
    // Black by rows that were never drawn on is black too.
    let dark = try Bench(path)
    _ = try dark.show([])
    let alpha = fields[7] == 0 ? 0 : UInt32((1 << Int(fields[7])) - 1) << fields[6]
    let black: [UInt8] = (0..<size).map { UInt8(truncatingIfNeeded: alpha >> UInt32(8 * $0)) }
    #expect(memory(0..<size) == black)
    #expect(isUntouched(from: Int(fake.pointee.fixed.smem_len)))
  }

  /// Whatever was drawn before, what is seen is the whole picture, turned, and nothing else was written.
  @Test(arguments: Rotation.allCases, [false, true]) func onlyTheDamageIsDrawn(rotation: Rotation, pans: Bool) throws {
    let path = pans ? openPanning() : open()
    let bench = try Bench(path, rotation: rotation), size = bench.output.description
    #expect((size.width, size.height) == (rotation.isSideways ? (48, 64) : (64, 48)))
    for step in 0..<24 {
      #expect(try bench.step() == .shown)
      let expected = rotation.turned(bench.output.pixels, width: Int(size.width), height: Int(size.height))
      #expect(bench.seen.map { $0 & 0xFFFFFF } == expected.map { $0 & 0xFFFFFF }, "frame \(step)")
      if step == 2, pans { try bench.settle() }
    }
    #expect(record.pointee.pans == (pans ? 21 : 0))
    #expect(bench.path == (pans ? "panning" : ""))
    #expect(try bench.show([]) == .shown)
    #expect(try bench.show([]) == .unchanged)
    #expect(isUntouched(from: Int(fake.pointee.fixed.smem_len)))
  }

  /// The console had scrolled by panning: the picture is drawn where it looks, and then moved to its two places.
  @Test(arguments: [0, 10, 48, 60, 100] as [UInt32]) func aPictureBeginsWhereTheDisplayLooks(row: UInt32) throws {
    let path = openPanning()
    fake.pointee.variable.yoffset = row
    fake.pointee.variable.xres_virtual = 96
    fake.pointee.variable.xoffset = 8
    fake.pointee.variable.yres_virtual = 160
    fake.pointee.fixed.line_length = 96 * 4
    fake.pointee.fixed.smem_len = 96 * 4 * 160
    let bench = try Bench(path)
    for step in 0..<6 {
      _ = try bench.step()
      #expect(bench.seen.map { $0 & 0xFFFFFF } == bench.output.pixels.map { $0 & 0xFFFFFF }, "frame \(step)")
      if step == 1 {
        #expect(fake.pointee.variable.yoffset == row)
        try bench.settle()
      }
    }
    #expect(record.pointee.pans == 4 && [0, 48].contains(fake.pointee.variable.yoffset))
  }

  @Test(arguments: [0, 1, 2, 3]) func panningNeedsRoomAndADriverThatScansItOut(lack: Int) throws {
    let path = openPanning()
    #expect(try Framebuffer(path: path).layout.canPan)
    switch lack {
    case 0: fake.pointee.fixed.smem_start = 0
    case 1: fake.pointee.fixed.ypanstep = 0
    case 2: fake.pointee.fixed.ypanstep = 7
    default: fake.pointee.variable.yres_virtual = 95
    }
    #expect(try !Framebuffer(path: path).layout.canPan)
  }

  @Test func memoryMayBeginInTheMiddleOfAPage() throws {
    let path = open()
    fake.pointee.fixed.smem_start = 0xFD00_0340
    let bench = try Bench(path)
    _ = try bench.show([], over: .white)
    let end = 0x340 + 64 * 48 * 4
    #expect(memory(0..<0x340).allSatisfy { $0 == 0xEE } && memory(0x340..<0x343) == [0xFF, 0xFF, 0xFF])
    #expect(memory(end - 4..<end - 1) == [0xFF, 0xFF, 0xFF] && isUntouched(from: end))
  }

  /// What is said of rows and memory, and what is made of it: bytes a row, or nothing.
  @Test(
    arguments: [
      (0, 0, 0, 12288, 64, 256), (100, 0, 0, 12288, 64, 256), (100, 0, 0, 12288, 62, 256),
      (1 << 31, 0, 0, 12288, 64, 256),
      (512, 0, 0, 12288, 64, 256), (0, 0, 0, 20000, 96, 384), (256, 0, 7, 12288, 64, 256), (256, 9, 0, 12288, 64, 256),
      (256, 1 << 31, 1 << 31, 12288, 64, 256), (256, 0, 0, 12287, 64, nil), (256, 0, 0, 0, 64, nil),
      (.max, .max, .max, .max, .max, nil), (0, 0, 0, 12287, 64, nil),
    ] as [(UInt32, UInt32, UInt32, UInt32, UInt32, Int?)])
  func liesAreNamedAndNotBelieved(
    pitch: UInt32, column: UInt32, row: UInt32, size: UInt32, across: UInt32, expected: Int?
  ) throws {
    let path = open()
    (fake.pointee.fixed.line_length, fake.pointee.fixed.smem_len) = (pitch, size)
    (fake.pointee.variable.xoffset, fake.pointee.variable.yoffset) = (column, row)
    fake.pointee.variable.xres_virtual = across
    guard let expected else {
      #expect(throws: OutputError.self) { try Bench(path) }
      return
    }
    let bench = try Bench(path), layout = bench.output.framebuffer.layout
    #expect(layout.pitch == expected && layout.firstRow == 0 && layout.margin == 0 && !layout.inconsistency.isEmpty)
    _ = try bench.show([], over: .white)
    #expect(isUntouched(from: Int(size)))
  }

  /// Each is passed over in one line that says what to do.
  @Test func whatCannotBeDrawnOnIsNamed() {
    let changes: [(inout fake_framebuffer) -> Void] = [
      { $0.variable.xres = 0 }, { $0.variable.yres = 0 }, { $0.variable.xres = 100_000 }, { $0.variable.yres = .max },
      { $0.fixed.visual = UInt32(FB_VISUAL_PSEUDOCOLOR) }, { $0.fixed.type = UInt32(FB_TYPE_PLANES) },
      { $0.variable.bits_per_pixel = 4 }, { $0.variable.bits_per_pixel = 64 }, { $0.variable.grayscale = 1 },
      { $0.variable.red.length = 0 }, { $0.variable.red.offset = 28 }, { $0.variable.red.offset = 4 },
      { $0.variable.red.offset = .max }, { $0.variable.green.length = .max }, { $0.variable.blue.msb_right = 1 },
      { $0.refuses_memory = true }, { $0.is_gone = true },
    ]
    for (index, change) in changes.enumerated() {
      let path = open()
      change(&fake.pointee)
      do {
        _ = try Bench(path)
        Issue.record("\(index) was taken")
      } catch {
        let text = String(decoding: (error as? OutputError)?.text.utf8 ?? [], as: UTF8.self)
        #expect(text.hasPrefix("/proc/self/fd/") && !text.contains("\n") && text.count < 160, "\(index): \(text)")
      }
    }
  }

  /// Whatever a driver says, the program goes on and stays in the memory that it got.
  @Test func randomAnswersDoNoHarm() throws {
    var dice = SeededRandom(seed: 41), drawn = 0
    for _ in 0..<800 {
      let path = open()
      func some(_ usual: [UInt32]) -> UInt32 {
        dice.roll(0...29) > 0 ? dice.pick(usual) : UInt32(truncatingIfNeeded: dice.next() >> UInt64(dice.roll(32...63)))
      }
      var variable = fake.pointee.variable, fixed = fake.pointee.fixed
      (variable.xres, variable.yres) = (some([1, 3, 64, 200]), some([1, 2, 48]))
      (variable.xres_virtual, variable.yres_virtual) = (some([0, 64, 128]), some([48, 96, 480]))
      (variable.xoffset, variable.yoffset) = (some([0, 0, 0, 5]), some([0, 0, 48, 7]))
      variable.bits_per_pixel = some([8, 16, 24, 32, 32])
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
      guard let framebuffer = try? Framebuffer(path: path), Int(variable.xres) * Int(variable.yres) < 1 << 22 else {
        continue
      }
      let layout = framebuffer.layout, backBuffer = try BackBuffer(width: layout.width, height: layout.height)
      _ = backBuffer.draw([], over: .white)
      framebuffer.draw(Region(backBuffer.bounds), of: backBuffer, at: layout.firstRow, .none)
      if layout.canPan { framebuffer.draw(Region(backBuffer.bounds), of: backBuffer, at: Int(layout.height), .none) }
      #expect((4_000_000...100_000_000).contains(layout.period))
      let end = Int(fixed.smem_start & 4095) + Int(fixed.smem_len)
      #expect(isUntouched(from: min(end, fake_framebuffer_capacity())))
      drawn += 1
    }
    #expect(drawn > 160, "most were refused: \(drawn)")
  }

  /// Each request that fails costs no more than its own; what cannot be had is said, and the picture is right after all.
  @Test(arguments: [5, 16, 22, 25] as [Int32]) func everyRequestMayFail(error: Int32) throws {
    for call in 1... {
      let path = openPanning()
      fake_framebuffer_fail(Int32(call), error)
      guard let bench = try? Bench(path) else {
        #expect(call <= 2, "only what it is must be known")
        continue
      }
      var complaints = 0
      for step in 0..<8 {
        do {
          _ = try bench.step()
        } catch {
          complaints += 1
          _ = try bench.step()  // as the daemon does at once
        }
        if step == 1 { try bench.settle() }
      }
      #expect(bench.seen.map { $0 & 0xFFFFFF } == bench.output.pixels.map { $0 & 0xFFFFFF }, "call \(call)")
      #expect(complaints <= 1 && (complaints == 0 || record.pointee.pans < 6))
      if complaints == 1 { #expect(bench.path == "", "it is not tried again") }
      if Int(record.pointee.calls) < call { return #expect(call > 8, "there are two questions, and six pans") }
    }
  }

  @Test func aDriverThatHasGoneIsLeftAlone() throws {
    let bench = try Bench(openPanning())
    _ = try bench.step()
    try bench.settle()
    _ = try bench.step()
    fake.pointee.is_gone = true
    #expect(try bench.step() == .outdated)
    #expect(bench.output.isGone && bench.output.earliest(now: bench.now) == nil && bench.output.wakeUp == 0)
    let before = memory(0..<24576)
    #expect(try bench.step() == .outdated)
    #expect(memory(0..<24576) == before)
  }

  /// The rate stays that of the display where the call for panning waits for it, and nobody waits long for what is broken.
  @Test func panningThatWaitsIsMeasured() throws {
    let bench = try Bench(openPanning())
    _ = try bench.step()
    try bench.settle()
    fake.pointee.pan_time = 12_000_000
    for _ in 0..<8 { _ = try bench.step() }
    #expect(bench.output.frameClock.refreshesPerFrame == 1)
    fake.pointee.pan_time = 60_000_000
    for _ in 0..<8 { _ = try bench.step() }
    #expect(bench.output.frameClock.refreshesPerFrame > 1, "a slow one has its frames at its own rate")
    fake.pointee.pan_time = 300_000_000
    for _ in 0..<2 { #expect(try bench.step() == .shown) }
    fake.pointee.pan_time = 0
    #expect(try bench.step() == .shown && bench.path == "panning", "who waited for something else pans on")
    fake.pointee.pan_time = 300_000_000
    for _ in 0..<3 { #expect(try bench.step() == .shown) }
    let pans = record.pointee.pans
    #expect(throws: OutputError.self) { try bench.step() }
    for _ in 0..<3 { _ = try bench.step() }
    #expect(record.pointee.pans == pans && bench.path == "")
    #expect(bench.seen.map { $0 & 0xFFFFFF } == bench.output.pixels.map { $0 & 0xFFFFFF })
  }

  /// The driver's vblanks are 10 ms apart, at whole hundredths of a second; the mode says nothing, which is 60 Hz.
  @Test func theBeatIsTheDisplaysOwn() throws {
    let path = open()
    fake.pointee.has_vblanks = true
    let bench = try Bench(path)
    #expect(bench.output.frameClock.period == 16_666_667)
    _ = try bench.step()
    try bench.settle()
    let frameClock = bench.output.frameClock
    #expect(abs(frameClock.period - 10_000_000) < 500_000, "\(frameClock.period)")
    let phase = frameClock.earliest(now: 0) % 10_000_000
    #expect(phase < 4_000_000, "\(phase)")
  }

  @Test func aDriverThatNeverComesBackIsGivenUp() throws {
    let path = openPanning()
    (fake.pointee.has_vblanks, fake.pointee.period) = (true, 3_600_000_000_000)
    let bench = try Bench(path)
    _ = try bench.step()
    let deadline = try #require(bench.output.wakeUp)
    bench.output.expire(now: deadline - 1)
    #expect(bench.output.wakeUp != nil)
    bench.output.expire(now: deadline)
    #expect(bench.output.wakeUp == nil)
    for _ in 0..<3 { _ = try bench.step() }
    #expect(record.pointee.pans == 0 && bench.output.wakeUp == nil, "its lock may be held for ever")
  }

  @Test func coloursThatAreLookedUpAreLinear() throws {
    let path = open()
    fake.pointee.fixed.visual = UInt32(FB_VISUAL_DIRECTCOLOR)
    fake.pointee.variable.bits_per_pixel = 16
    fake.pointee.variable.red = fb_bitfield(offset: 11, length: 5, msb_right: 0)
    fake.pointee.variable.green = fb_bitfield(offset: 5, length: 6, msb_right: 0)
    fake.pointee.variable.blue = fb_bitfield(offset: 0, length: 5, msb_right: 0)
    let bench = try Bench(path)
    _ = try bench.step()
    try bench.settle()
    #expect(record.pointee.palettes == 1)
    #expect(record.pointee.red.0 == 0 && record.pointee.red.16 == 33824 && record.pointee.red.31 == 65535)
    #expect(record.pointee.green.32 == 33287 && record.pointee.green.63 == 65535)
  }

  @Test func theBeatIsTheMeanOfWhatCame() throws {
    #expect(VblankPhase([0, 16_000_000, 33_000_000, 50_000_000, 66_668_000])?.period == 16_667_000)
    #expect(VblankPhase([0, 16_000_000, 50_000_000, 66_668_000])?.period == 16_667_000, "one was missed")
    #expect(VblankPhase([0, 10_000, 20_000, 30_000]) == nil, "it does not wait")
    #expect(
      VblankPhase([0, 1_000_000_000, 2_000_000_000]) == nil && VblankPhase([0, 16_000_000]) == nil
        && VblankPhase([Int]()) == nil)
    let vblankPhase = try #require(VblankPhase([5, 20_000_005, 40_000_005]))
    #expect(
      vblankPhase.vblank == 40_000_005 && VblankPhase(vblankPhase.bytes) == vblankPhase
        && VblankPhase([1, 2, 3] as [UInt8]) == nil)
  }

  @Test(arguments: [0, 7, 16]) func oneThatIsToldLateMovesNoBeat(late: Int) throws {
    let vblankPhase = try #require(
      VblankPhase((0...16).map { 1_000_000_000 + $0 * 10_000_000 + ($0 == late ? 3_000_000 : 0) }))
    let phase = (vblankPhase.vblank + 5_000_000) % 10_000_000 - 5_000_000
    #expect(phase == 0 && vblankPhase.period == 10_000_000, "\(vblankPhase)")
  }

  @Test func periodsFollowFromTheModeWhereItCanBe() throws {
    func period(_ clock: UInt32, _ margin: UInt32 = 0) throws -> Int64 {
      let path = open(1024, 768)
      (fake.pointee.variable.pixclock, fake.pointee.variable.right_margin) = (clock, margin)
      fake.pointee.variable.lower_margin = 38
      return try Framebuffer(path: path).layout.period
    }
    #expect(try period(15384, 320) == 16_664_933, "65 MHz over 1344×806")
    #expect(try period(0) == 16_666_667 && period(1) == 16_666_667 && period(.max, .max) == 16_666_667)
  }
}

/// The way to framebuffers, of which one comes, goes and is given up.
extension FramebufferTests {
  private func backend(
    _ path: Bytes, _ outputConfiguration: OutputConfiguration = OutputConfiguration(),
    _ said: @escaping (Bytes) -> Void = { _ in }
  )
    throws -> FbdevBackend
  {
    FbdevBackend(path, outputConfiguration, try EventLoop(), locksDevices: false, say: said)
  }

  private func show(_ backend: FbdevBackend, _ color: Color) throws -> PresentResult {
    try #require(backend.outputs.first).present([], over: color, now: Clock.nanoseconds)
  }

  @Test func nothingIsOpenedBeforeItIsSought() throws {
    let path = open(), backend = try backend(path)
    #expect(backend.status == .absent && record.pointee.calls == 0 && backend.wakeUp == nil)
    backend.open(now: 0, isActive: true)
    #expect(backend.status == .showing && backend.outputs[0].description.device == path)
    #expect(Bytes(backend.outputs[0].description.kind) == "fbdev" && !backend.hasPictures)
    #expect(try show(backend, .white) == .shown && backend.hasPictures)
    let output = backend.outputs[0]
    backend.close()
    #expect(backend.status == .absent && backend.wakeUp == nil)
    #expect(try output.present([], over: .black, now: 0) == .outdated, "whoever still has it")
  }

  @Test func givenUpItKeepsItsPicture() throws {
    fake_terminals_open(1)
    defer { fake_terminals_open(0) }
    let backend = try backend(open())
    let displays = Displays([backend], terminal: VirtualTerminal(), say: { _ in })
    _ = try show(backend, .white)
    displays.yield()
    #expect(try show(backend, .black) == .outdated && backend.hasPictures && backend.isReplaced && !displays.isActive)
    #expect(Bytes(backend.outputs[0].description.state) == "aside" && memory(0..<3) == [0xFF, 0xFF, 0xFF])
    try displays.resume()
    #expect(try show(backend, .black) == .shown && displays.isActive && memory(0..<3) == [0, 0, 0])
  }

  @Test(arguments: [false, true]) func behindAnotherTerminalNothingIsOurs(yields: Bool) throws {
    fake_terminals_open(1)
    defer { fake_terminals_open(0) }
    let backend = try backend(open())
    let displays = Displays([backend], terminal: VirtualTerminal(), say: { _ in })
    #expect(displays.isActive && displays.isOnTerminal && fake_terminals_now().pointee.at.1.owner == FAKE_US)
    if yields { displays.yield() }
    #expect(fake_terminals_activate(2) == SIGUSR1)
    displays.releaseTerminal()
    #expect(fake_terminals_now().pointee.active == 2)
    #expect(try show(backend, .white) == .outdated && !displays.isActive && !displays.isOnTerminal)
    try displays.resume()
    #expect(try show(backend, .white) == .outdated && !displays.isActive, "the terminal has not come back")
    #expect(fake_terminals_now().pointee.at.2.graphics == 0)
    #expect(fake_terminals_activate(1) == SIGUSR2)
    displays.acquireTerminal()
    #expect(try show(backend, .white) == .shown && displays.isActive && displays.isOnTerminal)
  }

  /// Nobody took the display, another program set the terminal's mode, or another terminal is seen.
  @Test(arguments: [0, 1, 2]) func givenUpWithoutATakerItsTerminalIsTextAtTheEnd(lack: Int) throws {
    fake_terminals_open(1)
    defer { fake_terminals_open(0) }
    let backend = try backend(open())
    var displays: Displays? = Displays([backend], terminal: VirtualTerminal(), say: { _ in })
    _ = try show(backend, .white)
    if lack != 2 { displays?.yield() }
    if lack == 1 { fake_terminals_take(1) }
    if lack == 2, fake_terminals_activate(2) == SIGUSR1 { displays?.releaseTerminal() }
    displays = nil
    let terminal = fake_terminals_now().pointee.at.1
    #expect(terminal.display_mode == (lack == 1 ? KD_GRAPHICS : KD_TEXT) && terminal.texts == (lack == 1 ? 0 : 1))
    #expect(Int32(terminal.mode.mode) == (lack == 1 ? VT_PROCESS : VT_AUTO))
  }

  /// Another program had the terminal for its own, so that we were not told of the switch to another one.
  @Test func theTerminalOfAnotherProgramIsWaitedFor() throws {
    fake_terminals_open(1)
    defer { fake_terminals_open(0) }
    let backend = try backend(open())
    let displays = Displays([backend], terminal: VirtualTerminal(), say: { _ in })
    displays.yield()
    fake_terminals_take(1)
    fake_terminals_activate(7)
    fake_terminals_give_back(1)
    try displays.resume()
    let next = try #require(displays.wakeUp)
    #expect(try show(backend, .white) == .outdated && fake_terminals_now().pointee.at.7.graphics == 0)
    _ = displays.dispatch(now: next)
    #expect(displays.session.state == .vtInactive)
    fake_terminals_activate(1)
    _ = displays.dispatch(now: next + 10_000_000_000)
    #expect(try show(backend, .white) == .shown && fake_terminals_now().pointee.at.1.owner == FAKE_US)
  }

  @Test func oneThatGoesIsLetGo() throws {
    let path = openPanning(), backend = try backend(path)
    backend.open(now: 0, isActive: true)
    fake.pointee.is_gone = true
    #expect(!backend.dispatch(now: 0, isActive: true), "without a word nobody knows")
    backend.activate(now: 0)
    #expect(backend.outputs.isEmpty && backend.reason.hasSuffix("No such device"), "\(backend.reason)")
    fake.pointee.is_gone = false
    backend.activate(now: 0)
    #expect(backend.status == .showing && backend.reason.isEmpty)
  }

  @Test func rulesGoByItsName() throws {
    let path = open(), name = try #require(path.split(at: 0x2F).last)
    var outputConfiguration = OutputConfiguration(), rule = OutputConfiguration.Rule(name)
    (rule.rotation, rule.scale) = (.clockwise, 3)
    outputConfiguration.rules = [rule]
    let turned = try backend(path, outputConfiguration)
    turned.open(now: 0, isActive: true)
    let description = turned.outputs[0].description
    #expect((description.width, description.height, description.rotation) == (48, 64, 90) && description.scale == 3)
    outputConfiguration.rules[0].role = .off
    let off = try backend(path, outputConfiguration)
    off.open(now: 0, isActive: true)
    #expect(off.status == .absent && off.reason.isEmpty)
  }

  @Test func aLieIsSaidOnce() throws {
    var said: [Bytes] = []
    let path = open()
    fake.pointee.fixed.line_length = 8
    let backend = try backend(path) { said.append($0) }
    backend.open(now: 0, isActive: true)
    backend.activate(now: 0)
    #expect(
      said == [
        "\(path) reports 64x48 pixels from row 0, 8 bytes per row, 12288 bytes in all, which is impossible; using row 0 and 256 bytes per row"
      ])
  }
}
