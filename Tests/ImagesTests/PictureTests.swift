import Images
import Raster
import Testing

@Suite struct PictureTests {
  private func file(_ width: Int, _ height: Int, _ pixels: [UInt32]) -> [UInt8] {
    PNG(PNG.Frame(width: width, height: height, pixels: pixels), hasAlpha: true).bytes
  }

  @Test func decodesAndMultipliesByAlpha() throws {
    let picture = try Picture(png: file(2, 2, [0xFF10_2030, 0x8040_2010, 0, 0xFFFF_FFFF]))
    #expect(picture.width == 2 && picture.height == 2)
    for (seen, expected) in zip(picture.pixels, [0xFF10_2030, 0x8040_2010, 0, 0xFFFF_FFFF] as [UInt32]) {
      for shift in [0, 8, 16, 24] as [UInt32] {
        #expect(abs(Int(seen >> shift & 255) - Int(expected >> shift & 255)) <= 1)
      }
    }
  }

  @Test func damagedFilesAreRefused() {
    let good = file(16, 16, [UInt32](repeating: 0xFF12_3456, count: 256))
    for bytes in [[], Array("GIF89a".utf8), Array(good.prefix(20)), Array(good.prefix(good.count - 20))] {
      #expect(throws: ImageError.self) { try Picture(png: bytes) }
    }
  }

  /// The size stands in the first chunk; nothing is allocated for a picture that is too large.
  @Test func hugeOnesAreRefused() {
    var bytes = file(1, 1, [0xFFFF_FFFF])
    for (index, byte) in [0x00, 0x00, 0x40, 0x00, 0x00, 0x00, 0x40, 0x01].enumerated() {
      bytes[16 + index] = UInt8(byte)
    }
    let sum = crc(bytes[12..<29])
    for index in 0..<4 { bytes[29 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index)) }
    do {
      _ = try Picture(png: bytes)
      Issue.record("a picture of 16384×16385 was taken")
    } catch {
      #expect("\(error.reason)" == "larger than 64 million pixels")
    }
  }

  @Test func mutatedFilesNeverCrash() {
    let good = file(24, 24, (0..<576).map { 0xFF00_0000 | UInt32($0 * 977) })
    var state: UInt64 = 7
    for _ in 0..<3000 {
      var bytes = good
      for _ in 0..<4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 25)
      }
      _ = try? Picture(png: bytes)  // either is right
    }
  }

  private func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
