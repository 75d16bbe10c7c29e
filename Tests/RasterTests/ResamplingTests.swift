import SeededRandom
import Testing

@testable import Raster

/// Pictures in other sizes.
@Suite struct ResamplingTests {
  private func noise(_ width: Int32, _ height: Int32) -> Picture {
    var random = SeededRandom(seed: 5)
    let pixels = (0..<Int(width * height)).map { _ in
      scaled(
        UInt32.random(in: 0...UInt32.max, using: &random) | 0xFF00_0000, by: UInt32.random(in: 0...255, using: &random))
    }
    return Picture(width: width, height: height, pixels: pixels)
  }

  @Test func halvingAPictureAveragesFourPixels() {
    let source = noise(32, 24), half = source.resized(width: 16, height: 12)
    for y in 0..<12 {
      for x in 0..<16 {
        for shift in [0, 8, 16, 24] as [UInt32] {
          let sum = [0, 1, 32, 33].reduce(0) { $0 + Int(source.pixels[2 * y * 32 + 2 * x + $1] >> shift & 255) }
          #expect(abs(Int(half.pixels[y * 16 + x] >> shift & 255) * 4 - sum) <= 4)
        }
      }
    }
  }

  /// As the size of a moving logo, beside that of another display.
  @Test func theCopyThatIsUsedStaysInTheCache() {
    let picture = noise(32, 24), used = picture.resized(width: 16, height: 12)
    for width in Int32(1)...9 {
      _ = picture.resized(width: width, height: 4)
      #expect(picture.resized(width: 16, height: 12) === used)
    }
    #expect(picture.resizedCopies.count == 4 && picture.resizedCopies.last === used)
  }

  @Test(arguments: [(7, 5), (100, 80), (31, 1), (1, 1), (64, 3)] as [(Int32, Int32)])
  func resamplingOneColorKeepsTheColor(_ width: Int32, _ height: Int32) {
    let pixel: UInt32 = 0x8040_2010
    let picture = Picture(width: 20, height: 16, pixels: [UInt32](repeating: pixel, count: 320))
    #expect(picture.resized(width: width, height: height).pixels.allSatisfy { $0 == pixel })
  }

  @Test func enlargingAPictureIsBilinear() {
    let ramp = Picture(width: 2, height: 1, pixels: [0xFF00_0000, 0xFFFF_FFFF])
    let grown = ramp.resized(width: 8, height: 1).pixels.map { Int($0 & 255) }
    // Linear between the two pixel centres at 1/4 and 3/4 of the width, constant outside.
    #expect(grown.first == 0 && grown.last == 255)
    for (value, expected) in zip(grown, [0, 0, 32, 96, 159, 223, 255, 255]) { #expect(abs(value - expected) <= 2) }
  }

  @Test func resampledPixelsStayPremultiplied() {
    let result = noise(40, 40).resized(width: 53, height: 17)
    for pixel in result.pixels {
      let alpha = pixel >> 24
      #expect((pixel >> 16 & 255) <= alpha + 1 && (pixel >> 8 & 255) <= alpha + 1 && (pixel & 255) <= alpha + 1)
    }
  }
}
