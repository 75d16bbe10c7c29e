import Display
import Glibc
import Raster
import SeededRandom
import Support
import Testing

@Suite struct BackBufferTests {
  /// Two buffers that receive only their pending damage show the picture, in any order of updates.
  @Test func buffersWithPendingDamageShowTheNewestPicture() throws {
    let backBuffer = try BackBuffer(width: 64, height: 40)
    let pitch = 64 * 4 + 32
    var buffers = [[UInt8]](repeating: [UInt8](repeating: 0xEE, count: pitch * 40), count: 2)
    var pendingDamage = [Region](repeating: Region(backBuffer.bounds), count: 2)
    for step in 0..<30 {
      let box = Box(
        minX: Fixed(Double(step * 7 % 50)), minY: Fixed(Double(step % 30)), maxX: Fixed(Double(step * 7 % 50 + 9)),
        maxY: Fixed(Double(step % 30 + 6)))
      let background = step < 20 ? Color.black : Color(0x203040)
      let damage = backBuffer.draw([DrawOp(.box(box, radius: Fixed(2)), .color(.white))], over: background)
      for index in 0..<2 { pendingDamage[index].add(damage) }
      let back = step % 3 == 0 ? 1 : step % 2
      buffers[back].withUnsafeMutableBytes { backBuffer.copy(pendingDamage[back], to: $0.baseAddress!, pitch: pitch) }
      pendingDamage[back] = Region()
      for y in 0..<40 {
        let row = buffers[back][y * pitch..<y * pitch + 256].withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
        #expect(row == Array(backBuffer.pixels[y * 64..<y * 64 + 64]), "frame \(step) row \(y)")
        #expect(buffers[back][y * pitch + 256..<(y + 1) * pitch].allSatisfy { $0 == 0xEE })
      }
    }
  }

  /// A frame that another back buffer has drawn is copied; one that it has not is drawn.
  @Test(arguments: [Tones.all, .four, .two])
  func frameOfAnotherBufferIsCopied(tones: Tones) throws {
    let drawn = try BackBuffer(width: 40, height: 30, tones: tones),
      other = try BackBuffer(width: 40, height: 30, tones: tones)
    let copied = try BackBuffer(width: 40, height: 30, tones: tones)
    var dice = SeededRandom(seed: 21)
    for step in 0..<60 {
      let x = Double(dice.roll(0...30)), y = Double(dice.roll(0...25)), side = Double(dice.roll(1...12))
      let box = Box(minX: Fixed(x), minY: Fixed(y), maxX: Fixed(x + side), maxY: Fixed(y + side))
      let frame = [DrawOp(.box(box, radius: Fixed(2)), .color(Color(UInt32(dice.roll(0...0xFFFFFF)))))]
      let background = Color(UInt32(step / 20 * 0x203040))
      // The other buffer leaves out some frames, and the third one others.
      if step % 3 > 0 { _ = other.draw(frame, over: background) }
      if step % 4 == 0 { continue }
      _ = drawn.draw(frame, over: background)
      _ = copied.draw(frame, over: background, orCopyFrom: other)
      let colors = copied.pixels.map { $0 & 0xFFFFFF }
      #expect(colors == drawn.pixels.map { $0 & 0xFFFFFF }, "frame \(step)")
    }
  }

  @Test func equalFrameHasNoDamage() throws {
    let backBuffer = try BackBuffer(width: 8, height: 8)
    #expect(backBuffer.draw([], over: .black).isEmpty)
    #expect(backBuffer.draw([], over: .white).bounds == backBuffer.bounds)
    #expect(backBuffer.draw([], over: .white).isEmpty)
  }

  /// Copies of damage in any order have the same result as one copy of the whole: the rotated picture in the format.
  @Test(arguments: PixelFormat.allCases, Rotation.allCases)
  func copiesOfDamageEqualOneWholeCopy(format: PixelFormat, rotation: Rotation) throws {
    let (width, height): (Int32, Int32) = (75, 52)
    let backBuffer = try BackBuffer(width: width, height: height)
    let (across, down) = rotation.isSideways ? (52, 75) : (75, 52)
    let pitch = format.byteCount(across) + 13 - format.byteCount(across) % 4
    var buffers = [[UInt8]](repeating: [UInt8](repeating: 0xEE, count: pitch * down), count: 2)
    var pendingDamage = [Region](repeating: Region(backBuffer.bounds), count: 2), dice = SeededRandom(seed: 8)
    for step in 0..<12 {
      // The upper rows are not drawn on until the background changes.
      let x = Double(dice.roll(0...60)), y = Double(dice.roll(20...40)), side = Double(dice.roll(1...12))
      let box = Box(minX: Fixed(x), minY: Fixed(y), maxX: Fixed(x + side), maxY: Fixed(y + side))
      let color = Color(UInt32(dice.roll(0...0xFFFFFF)))
      let damage = backBuffer.draw(
        [DrawOp(.box(box, radius: Fixed(2)), .color(color))], over: Color(step < 9 ? 0 : 0x386090))
      for index in 0..<2 { pendingDamage[index].add(damage) }
      let back = dice.roll(0...1)
      buffers[back].withUnsafeMutableBytes {
        backBuffer.copy(pendingDamage[back], to: $0.baseAddress!, pitch: pitch, format: format, rotation: rotation)
      }
      pendingDamage[back] = Region()

      var whole = [UInt8](repeating: 0xEE, count: pitch * down), expected = whole
      whole.withUnsafeMutableBytes {
        backBuffer.copy(
          Region(backBuffer.bounds), to: $0.baseAddress!, pitch: pitch, format: format, rotation: rotation)
      }
      let turned = rotation.turned(backBuffer.pixels, width: Int(width), height: Int(height))
      expected.withUnsafeMutableBytes { expected in
        turned.withUnsafeBufferPointer { turned in
          for y in 0..<down {
            let row = expected.baseAddress! + y * pitch
            format.write(turned.baseAddress! + y * across, count: across, to: row, x: 0, y: Int32(y))
          }
        }
      }
      #expect(whole == expected, "frame \(step)")
      #expect(buffers[back] == expected, "frame \(step)")
    }
  }

  /// A write maps the page of a row. Each frame is the same as in a buffer that was written completely.
  @Test(arguments: [PixelFormat.xrgb8888, .rgb565, .r1])
  func rowsThatWereNeverDrawnOnAreNotWrittenToABlackBuffer(_ format: PixelFormat) throws {
    let (width, height): (Int32, Int32) = (40, 30), pitch = format.byteCount(40)
    let backBuffer = try BackBuffer(width: width, height: height)
    var black = [UInt8](repeating: 0, count: pitch * 30), marked = [UInt8](repeating: 0xEE, count: pitch * 30)
    #expect(format.isBlackZero)
    for top in [20.0, 12, 25, 3] {
      let box = Box(minX: Fixed(4.0), minY: Fixed(top), maxX: Fixed(30.0), maxY: Fixed(top + 3))
      _ = backBuffer.draw([DrawOp(.box(box, radius: Fixed(0)), .color(Color(0xFF8040)))], over: .black)
      var whole = [UInt8](repeating: 0x55, count: pitch * 30)
      func copy(to bytes: inout [UInt8], wasBlack: Bool) {
        bytes.withUnsafeMutableBytes {
          backBuffer.copy(
            Region(backBuffer.bounds), to: $0.baseAddress!, pitch: pitch, format: format, wasBlack: wasBlack)
        }
      }
      copy(to: &whole, wasBlack: false)
      copy(to: &black, wasBlack: true)
      copy(to: &marked, wasBlack: true)
      #expect(black == whole, "from row \(top)")
    }
    #expect(marked[..<(3 * pitch)].allSatisfy { $0 == 0xEE } && marked[(28 * pitch)...].allSatisfy { $0 == 0xEE })
  }

  /// Only the damage is written, and the pixels that share a byte with it.
  @Test(arguments: PixelFormat.allCases, Rotation.allCases)
  func copyWritesOnlyTheDamage(format: PixelFormat, rotation: Rotation) throws {
    let backBuffer = try BackBuffer(width: 75, height: 52)
    _ = backBuffer.draw([], over: Color(0x204060))
    let (across, down): (Int32, Int32) = rotation.isSideways ? (52, 75) : (75, 52)
    let pitch = format.byteCount(Int(across)) + 5
    for rect in [Rect(3, 4, 5, 9), Rect(0, 0, 1, 1), Rect(74, 51, 75, 52), Rect(20, 10, 60, 50)] {
      var buffer = [UInt8](repeating: 0xEE, count: pitch * Int(down))
      buffer.withUnsafeMutableBytes {
        backBuffer.copy(Region(rect), to: $0.baseAddress!, pitch: pitch, format: format, rotation: rotation)
      }
      let area = rotation.turned(rect, width: 75, height: 52), bits = Int32(format.bitsPerPixel)
      for y in 0..<down {
        for byte in 0..<Int32(pitch) {
          let isWithin =
            area.minY <= y && y < area.maxY && byte * 8 < area.maxX * bits && byte * 8 + 8 > area.minX * bits
          let isUntouched = buffer[Int(y) * pitch + Int(byte)] == 0xEE
          if isWithin == isUntouched { Issue.record("\(rect): byte \(byte) of row \(y)") }
        }
      }
    }
  }

  /// Rows that were never drawn on are not read: that would cost a page fault every 4 KiB.
  @Test(arguments: [PixelFormat.xrgb8888, .rgb565], Rotation.allCases)
  func copyDoesNotReadUndrawnRows(format: PixelFormat, rotation: Rotation) throws {
    let backBuffer = try BackBuffer(width: 1024, height: 1024)
    let box = Box(minX: Fixed(0), minY: Fixed(500), maxX: Fixed(9), maxY: Fixed(509))
    _ = backBuffer.draw([DrawOp(.box(box, radius: Fixed(0)), .color(.white))], over: .black)
    // Shared memory: private memory would fault once more for each page when another test forks.
    let buffer = try #require(mmap(nil, 4 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
    defer { munmap(buffer, 4 << 20) }
    memset(buffer, 0xEE, 4 << 20)
    let before = faults
    backBuffer.copy(Region(backBuffer.bounds), to: buffer, pitch: 4096, format: format, rotation: rotation)
    #expect(faults - before < 200)
  }

  private var faults: Int {
    var usage = rusage()
    getrusage(1, &usage)  // RUSAGE_THREAD, which Glibc hides
    return usage.ru_minflt
  }
}
