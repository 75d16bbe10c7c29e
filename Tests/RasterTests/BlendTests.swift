import SeededRandom
import Testing

@testable import Raster

/// The arithmetic of blending pixels and rows.
@Suite struct BlendTests {
  @Test func multiplyingByAlphaRoundsEveryChannelToNearest() {
    for channel in UInt32(0)...255 {
      for factor in UInt32(0)...255 {
        let exact = UInt32((Double(channel * factor) / 255).rounded())
        let pixel = channel << 24 | (255 - channel) << 16 | channel << 8 | 7
        let result = scaled(pixel, by: factor)
        let other = UInt32((Double((255 - channel) * factor) / 255).rounded())
        #expect(result >> 24 == exact && result >> 8 & 255 == exact && result >> 16 & 255 == other)
      }
    }
  }

  @Test func plusLighterClampsEachChannelSeparately() {
    for a in stride(from: UInt32(0), through: 255, by: 5) {
      for b in UInt32(0)...255 {
        let result = plus(a << 24 | b << 16 | 255 << 8 | a, b << 24 | a << 16 | b << 8)
        let sum = min(255, a + b)
        #expect(result == sum << 24 | sum << 16 | 255 << 8 | a)
      }
    }
  }

  /// The loops for rows give the same pixels as the functions for one pixel, at every row length.
  @Test func blendingRowsEqualsBlendingPixels() {
    var random = SeededRandom(seed: 1)
    for count in [Int](0..<70) + [Int](0..<70) {
      let below = (0..<count).map { _ in
        scaled(0xFFFF_FFFF & UInt32.random(in: 0...UInt32.max, using: &random) | 0xFF00_0000, by: 200)
      }
      // Runs of equal alpha and coverage, because blocks that are empty or opaque take another path.
      let ends = [0, 131, 255] as [UInt32], run = Int.random(in: 1...12, using: &random)
      let source = (0..<count).map { index in
        scaled(UInt32.random(in: 0...UInt32.max, using: &random) | 0xFF00_0000, by: ends[index / run % 3])
      }
      let coverage = (0..<count).map { index in
        [0, UInt8.random(in: 0...255, using: &random), 255][index / run % 3]
      }
      var rows = [[UInt32]](repeating: below, count: 8)
      rows[0].withUnsafeMutableBufferPointer { over($0.baseAddress!, count: count, source, through: coverage) }
      rows[1].withUnsafeMutableBufferPointer { plus($0.baseAddress!, count: count, source, through: coverage) }
      rows[2].withUnsafeMutableBufferPointer { over($0.baseAddress!, count: count, 0x8040_2010, through: coverage) }
      rows[3].withUnsafeMutableBufferPointer { over($0.baseAddress!, count: count, 0x8040_2010) }
      rows[4].withUnsafeMutableBufferPointer { over($0.baseAddress!, count: count, source) }
      rows[5].withUnsafeMutableBufferPointer {
        mix($0.baseAddress!, count: count, 77, of: $0.baseAddress!, with: source)
      }
      rows[6].withUnsafeMutableBufferPointer { scale($0.baseAddress!, count: count, source, by: 77) }
      rows[7].withUnsafeMutableBufferPointer { fill($0.baseAddress!, count: count, with: 0x8040_2010) }
      for index in 0..<count {
        let masked = scaled(source[index], by: UInt32(coverage[index]))
        #expect(rows[0][index] == over(masked, below[index]))
        #expect(rows[1][index] == plus(masked, below[index]))
        #expect(rows[2][index] == over(scaled(0x8040_2010, by: UInt32(coverage[index])), below[index]))
        #expect(rows[3][index] == over(0x8040_2010, below[index]))
        #expect(rows[4][index] == over(source[index], below[index]))
        #expect(rows[6][index] == scaled(source[index], by: 77))
        #expect(rows[7][index] == 0x8040_2010)
        #expect(rows[5][index] == scaled(below[index], by: 77) &+ scaled(source[index], by: 178))
      }
    }
  }
}
