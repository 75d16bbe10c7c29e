import Images
import Raster
import Testing

/// Pictures decoded from PNG files.
@Suite struct PictureTests {
  private func file(_ width: Int, _ height: Int, _ pixels: [UInt32]) -> [UInt8] {
    PNG(PNG.Frame(width: width, height: height, pixels: pixels), hasAlpha: true).bytes
  }

  @Test func decodedPixelsArePremultiplied() throws {
    let picture = try Picture(png: file(2, 2, [0xFF10_2030, 0x8040_2010, 0, 0xFFFF_FFFF]))
    #expect(picture.width == 2 && picture.height == 2)
    for (seen, expected) in zip(picture.pixels, [0xFF10_2030, 0x8040_2010, 0, 0xFFFF_FFFF] as [UInt32]) {
      for shift in [0, 8, 16, 24] as [UInt32] {
        #expect(abs(Int(seen >> shift & 255) - Int(expected >> shift & 255)) <= 1)
      }
    }
  }

  @Test func undecodedPictureHasTheSamePixels() throws {
    let bytes = file(2, 2, [0xFF10_2030, 0x8040_2010, 0, 0xFFFF_FFFF])
    let undecoded = try Picture(undecodedPNG: bytes)
    #expect((undecoded.width, undecoded.height) == (2, 2))
    #expect(undecoded.pixels == (try Picture(png: bytes).pixels))
  }

  @Test func damagedUndecodedPictureIsTransparent() throws {
    let bytes = file(2, 2, [0xFF10_2030, 0x8040_2010, 0, 0xFFFF_FFFF])
    let whole = try #require(try? Picture(undecodedPNG: Array(bytes.prefix(50))))
    #expect(whole.pixels == [0, 0, 0, 0])
    #expect(throws: ImageError.self) { try Picture(undecodedPNG: Array(bytes.prefix(20))) }
    #expect(throws: ImageError.self) { try Picture(undecodedPNG: bytes, limit: 3) }
  }

  @Test func truncatedAndForeignFilesAreRejected() {
    let good = file(16, 16, [UInt32](repeating: 0xFF12_3456, count: 256))
    for bytes in [[], Array("GIF89a".utf8), Array(good.prefix(20)), Array(good.prefix(good.count - 20))] {
      #expect(throws: ImageError.self) { try Picture(png: bytes) }
    }
  }

  /// The checksum of the zlib stream is not computed: that of the chunk covers the same bytes.
  @Test func checksumOfTheZlibStreamIsIgnored() throws {
    let pixels = [0xFF10_2030, 0, 0xFF00_00FF, 0xFFFF_FFFF] as [UInt32]
    var bytes = file(2, 2, pixels)
    let end = bytes.count - 16  // the checksum of IDAT, and IEND
    bytes[end - 1] ^= 1
    #expect(throws: ImageError.self) { try Picture(png: bytes) }
    let sum = PNGFile.crc(bytes[37..<end])  // after the signature, IHDR and the length of IDAT
    for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index)) }
    #expect(try Picture(png: bytes).pixels == pixels)
  }

  /// The size is in the first chunk; a picture beyond the pixel limit is rejected before memory is allocated for it.
  @Test func pictureAboveThePixelLimitIsRejected() {
    var bytes = file(1, 1, [0xFFFF_FFFF])
    for (index, byte) in [0x00, 0x00, 0x40, 0x00, 0x00, 0x00, 0x40, 0x01].enumerated() {
      bytes[16 + index] = UInt8(byte)
    }
    let sum = PNGFile.crc(bytes[12..<29])
    for index in 0..<4 { bytes[29 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index)) }
    do {
      _ = try Picture(png: bytes)
      Issue.record("a picture of 16384×16385 was accepted")
    } catch {
      #expect("\(error.reason)" == "too many pixels; make it smaller")
    }
  }

  /// Colour type, depth, rows with their filter byte, further chunks, and the expected premultiplied pixels.
  @Test(
    arguments: [
      (0, 1, [[0, 0b1010_0000]], [], [0xFFFF_FFFF, 0xFF00_0000, 0xFFFF_FFFF]),
      (0, 2, [[0, 0b0001_1011]], [], [0xFF00_0000, 0xFF55_5555, 0xFFAA_AAAA]),
      (0, 8, [[1, 10, 10, 10]], [("tRNS", [0, 20])], [0xFF0A_0A0A, 0, 0xFF1E_1E1E]),
      (0, 16, [[0, 0x12, 0x34, 0xFF, 0xFF, 0, 0]], [], [0xFF12_1212, 0xFFFF_FFFF, 0xFF00_0000]),
      (2, 8, [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]], [("tRNS", [0, 4, 0, 5, 0, 6])], [0xFF01_0203, 0, 0xFF07_0809]),
      (
        3, 4, [[0, 0x12, 0x00]], [("PLTE", [9, 9, 9, 255, 0, 0, 0, 255, 0]), ("tRNS", [255, 128])],
        [0x8080_0000, 0xFF00_FF00, 0xFF09_0909]
      ),
      (4, 8, [[0, 200, 255, 255, 128, 7, 0]], [], [0xFFC8_C8C8, 0x8080_8080, 0]),
    ] as [(UInt8, UInt8, [[UInt8]], [(String, [UInt8])], [UInt32])])
  func everyColorTypeAndDepthIsDecoded(
    _ type: UInt8, _ depth: UInt8, _ lines: [[UInt8]], _ chunks: [(String, [UInt8])], _ pixels: [UInt32]
  ) throws {
    let file = PNGFile(width: 3, height: 1, type: type, depth: depth, lines: lines, chunks: chunks)
    #expect(try Picture(png: file.bytes).pixels == pixels)
  }

  /// The passes of an Adam7 picture of 3×3 pixels; the second and the third pass are empty.
  @Test func interlacedPictureIsDecoded() throws {
    let lines: [[UInt8]] = [[0, 1], [0, 3], [0, 7, 9], [0, 2], [0, 8], [0, 4, 5, 6]]
    let file = PNGFile(width: 3, height: 3, type: 0, depth: 8, isInterlaced: true, lines: lines)
    #expect(try Picture(png: file.bytes).pixels.map { $0 & 255 } == [1, 2, 3, 4, 5, 6, 7, 8, 9])
  }

  /// Gamma 1 is linear light. Files with sRGB's gamma, or with an sRGB chunk besides gAMA, are not converted.
  @Test(
    arguments: [
      ([("gAMA", [0, 1, 0x86, 0xA0])], 186), ([("gAMA", [0, 0, 0xD9, 0x04])], 145),
      ([("gAMA", [0, 0, 0xB1, 0x8F])], 128),
      ([("gAMA", [0, 0, 0, 1])], 0), ([("gAMA", [0x7F, 0xFF, 0xFF, 0xFF])], 255),
      ([("sRGB", [0]), ("gAMA", [0, 1, 0x86, 0xA0])], 128),
    ] as [([(String, [UInt8])], UInt32)])
  func gammaChunkIsConvertedToSRGB(_ chunks: [(String, [UInt8])], _ expected: UInt32) throws {
    let file = PNGFile(width: 3, height: 1, type: 0, depth: 8, lines: [[0, 0, 128, 255]], chunks: chunks)
    #expect(try Picture(png: file.bytes).pixels.map { $0 & 255 } == [0, expected, 255])
  }

  /// An ancillary chunk with a wrong checksum is ignored; a critical one, or a missing IEND, makes the file invalid.
  @Test func criticalChunkWithAWrongChecksumIsRejected() throws {
    func file(_ damage: String?, end: Bool = true) -> [UInt8] {
      PNGFile(
        width: 3, height: 1, type: 0, depth: 8, lines: [[0, 0, 128, 255]], chunks: [("gAMA", [0, 1, 0x86, 0xA0])],
        damage: damage, hasEnd: end
      ).bytes
    }
    #expect(try Picture(png: file("gAMA")).pixels[1] & 255 == 128)
    #expect(throws: ImageError.self) { try Picture(png: file("IHDR")) }
    #expect(throws: ImageError.self) { try Picture(png: file("IDAT")) }
    #expect(throws: ImageError.self) { try Picture(png: file(nil, end: false)) }
  }

  /// A decompression bomb: 10 KB of zlib data expand to 9 MiB of zeros, above the limit of one chunk.
  @Test func colorProfileAboveTheChunkLimitIsRejected() {
    for (size, isAccepted) in [(1000, true), (9 << 20, false)] {
      let chunk = ("iCCP", Array("profile".utf8) + [0, 0] + PNGFile.zlib([UInt8](repeating: 0, count: size)))
      let file = PNGFile(width: 3, height: 1, type: 0, depth: 8, lines: [[0, 0, 128, 255]], chunks: [chunk])
      #expect(((try? Picture(png: file.bytes)) != nil) == isAccepted)
    }
  }

  @Test func corruptFilesDoNotCrash() {
    let good = file(24, 24, (0..<576).map { 0xFF00_0000 | UInt32($0 * 977) })
    var state: UInt64 = 7
    for _ in 0..<3000 {
      var bytes = good
      for _ in 0..<4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 25)
      }
      _ = try? Picture(png: bytes)  // may decode or throw
    }
  }
}
