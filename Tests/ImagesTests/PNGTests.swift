import Foundation
import Images
import PNGReader
import SeededRandom
import Testing

/// The PNG and APNG writer, checked with an independent reader.
@Suite struct PNGTests {
  private func pixels(_ width: Int, _ height: Int, alpha: UInt32) -> [UInt32] {
    (0..<width * height).map { index in
      let x = UInt32(index % width), y = UInt32(index / width)
      return alpha << 24 | min(alpha, x * 3 & 255) << 16 | min(alpha, y * 5 & 255) << 8 | min(alpha, (x ^ y) & 255)
    }
  }

  @Test(arguments: [(1, 1), (3, 200), (257, 2), (64, 64)]) func opaquePictureIsWrittenAndReadBack(
    _ width: Int, _ height: Int
  ) throws {
    let source = pixels(width, height, alpha: 255)
    let png = PNG(PNG.Frame(width: width, height: height, pixels: source), hasAlpha: false)
    let read = try PNGReader(Data(png.bytes))
    #expect(read.width == width && read.height == height)
    for (index, pixel) in source.enumerated() {
      #expect(
        [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255), 255]
          == Array(read.rgba[index * 4..<index * 4 + 4]))
    }
  }

  /// The file has straight alpha, the pixels are premultiplied.
  @Test func pictureWithAlphaIsWrittenWithStraightAlpha() throws {
    let png = PNG(PNG.Frame(width: 4, height: 1, pixels: [0x8080_4000, 0, 0xFF01_0203, 0x0100_0100]), hasAlpha: true)
    let read = try PNGReader(Data(png.bytes))
    #expect(read.rgba == [255, 128, 0, 128, 0, 0, 0, 0, 1, 2, 3, 255, 0, 255, 0, 1])
  }

  /// Rows that are blank, equal to the row above, moved by a pixel, ramps or noise: each filter and each shortcut is
  /// used.
  @Test(arguments: 0..<40) func anyRowsAreReadBack(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let width = Int.random(in: 1...70, using: &random), height = Int.random(in: 1...30, using: &random)
    let hasAlpha = Bool.random(using: &random)
    var source: [UInt32] = []
    for y in 0..<height {
      let above = y > 0 ? Array(source[((y - 1) * width)...]) : [UInt32](repeating: 0, count: width)
      let kind = Int.random(in: 0..<6, using: &random), color = UInt32.random(in: 0...0xFF_FFFF, using: &random)
      for x in 0..<width {
        let pixel: UInt32 =
          switch kind {
          case 0: 0xFF00_0000
          case 1: above[x]
          case 2: above[max(0, x - 1)]
          case 3: color &+ UInt32(x) * 0x01_0203
          case 4: above[x] &+ 0x01_0101
          default: .random(in: 0...0xFF_FFFF, using: &random)
          }
        source.append(pixel & 0xFF_FFFF | 0xFF00_0000)
      }
    }
    let png = PNG(PNG.Frame(width: width, height: height, pixels: source), hasAlpha: hasAlpha)
    let read = try PNGReader(Data(png.bytes)).rgba
    for (index, pixel) in source.enumerated() {
      let found = (0..<3).reduce(0) { $0 << 8 | UInt32(read[4 * index + $1]) }
      #expect(found == pixel & 0xFF_FFFF && read[4 * index + 3] == 255)
    }
  }

  /// fcTL and fdAT chunks share one sequence of numbers, and each frame has only the rectangle that changed (APNG 1.0).
  @Test func animationHasSequenceNumbersAndDamageRectangles() throws {
    var png = PNG(width: 20, height: 10, hasAlpha: false, frames: 4, delay: (1, 25))
    var frame = [UInt32](repeating: 0xFF00_0000, count: 200)
    for index in 0..<4 {
      if index != 2 { frame[index * 30 + 7] = 0xFFFF_FFFF }
      png.add(PNG.Frame(width: 20, height: 10, pixels: frame))
    }
    png.finish()
    #expect(try PNGReader(Data(png.bytes)).frameCount == 4)
    var position = 8, sequence = 0, areas: [[Int]] = []
    func number(_ at: Int) -> Int { png.bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    while position < png.bytes.count {
      let type = String(decoding: png.bytes[position + 4..<position + 8], as: UTF8.self)
      if type == "fcTL" || type == "fdAT" {
        #expect(number(position + 8) == sequence)
        sequence += 1
      }
      if type == "fcTL" { areas.append((1...4).map { number(position + 8 + 4 * $0) }) }
      position += 12 + number(position)
    }
    #expect(areas == [[20, 10, 0, 0], [1, 1, 17, 1], [1, 1, 0, 0], [1, 1, 17, 4]])
  }
}
