import Testing

@testable import Raster

/// Conversion of pixels to every format and back.
@Suite struct PixelFormatTests {
  @Test func pixelFormatsAreFoundByName() {
    for format in PixelFormat.allCases {
      #expect(PixelFormat(name: format.name.withUTF8Buffer { Array($0) }) == format)
    }
    for name in ["", "rgb", "rgb5655", "RGB565", "xrgb888"] { #expect(PixelFormat(name: Array(name.utf8)) == nil) }
  }

  /// The bytes of red, green, blue, white and 0x123456, by the definitions of drm_fourcc.h.
  @Test(
    arguments: [
      (.xrgb8888, "0000FF77 00FF0077 FF000077 FFFFFF77 56341277"),
      (.xbgr8888, "FF000077 00FF0077 0000FF77 FFFFFF77 12345677"),
      (.argb8888, "0000FFFF 00FF00FF FF0000FF FFFFFFFF 563412FF"),
      (.abgr8888, "FF0000FF 00FF00FF 0000FFFF FFFFFFFF 123456FF"),
      (.rgb565, "00F8 E007 1F00 FFFF"), (.bgr565, "1F00 E007 00F8 FFFF"),
      (.rgb888, "0000FF 00FF00 FF0000 FFFFFF 563412"), (.bgr888, "FF0000 00FF00 0000FF FFFFFF 123456"),
      (.xrgb2101010, "0000F03F 00FC0F00 FF030000 FFFFFF3F 59418304"), (.r8, "36 B6 12 FF 2F"),
    ] as [(PixelFormat, String)])
  func pixelBytesMatchDRMFourcc(format: PixelFormat, bytes: String) throws {
    let expected = bytes.filter { $0 != " " }.count / 2
    let row = format.bytes([0x77FF_0000, 0x7700_FF00, 0x7700_00FF, 0x77FF_FFFF, 0x7712_3456], width: 5)
    let text = row.prefix(expected).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    #expect(text == bytes.filter { $0 != " " })
  }

  /// Rows longer than a byte and than the loops' strides, at every position of the dither pattern.
  @Test(arguments: PixelFormat.allCases) func convertedPicturesEqualTheReference(format: PixelFormat) {
    let width = 83, pixels = Reference.patch(width: width, height: 24)
    #expect(format.bytes(pixels, width: width) == Reference.bytes(of: pixels, width: width, format))
    #expect(format.quantized(pixels, width: width) == Reference.quantized(pixels, width: width, format))
  }

  @Test func ditheringTo1BitKeepsTheLuminance() {
    let dark = PixelFormat.r1.bytes([UInt32](repeating: 0x20_2020, count: 64), width: 8)
    #expect(dark.reduce(0) { $0 + $1.nonzeroBitCount } == 8)
    #expect(PixelFormat.d1.bytes([UInt32](repeating: 0x20_2020, count: 64), width: 8) == dark.map { ~$0 })
  }

  /// The high bit is the leftmost pixel; the bits after the end of the row are black.
  @Test func highestBitOfAByteIsTheLeftmostPixel() {
    let pixels = (0..<11).map { UInt32($0 == 0 || $0 == 6 || $0 == 9 ? 0xFFFFFF : 0) }
    #expect(PixelFormat.r1.bytes(pixels, width: 11) == [0b1000_0010, 0b0100_0000])
    #expect(PixelFormat.d1.bytes(pixels, width: 11) == [0b0111_1101, 0b1011_1111])
  }

  /// DRM_FORMAT_R2 begins at the highest bits of a byte, fbdev at the lowest ones.
  @Test func fourPixelsAreInAByte() {
    let grays: [UInt32] = [0x000000, 0x555555, 0xAAAAAA, 0xFFFFFF, 0xFFFFFF]
    #expect(PixelFormat.r2.bytes(grays, width: 5) == [0b0001_1011, 0b1100_0000])
    #expect(PixelFormat.l2.bytes(grays, width: 5) == [0b1110_0100, 0b0000_0011])
  }

  /// The mean of a colour over the 64 positions of the dither pattern is the colour.
  @Test(arguments: PixelFormat.allCases) func ditheringKeepsTheMeanColor(format: PixelFormat) {
    for value in UInt32(0)...255 {
      let shown = format.quantized([UInt32](repeating: value * 0x01_0101, count: 64), width: 8)
      for shift in [UInt32(0), 8, 16] {
        let sum = shown.reduce(0) { $0 + Int($1 >> shift & 255) }
        #expect(abs(Double(sum) / 64 - Double(value)) < (format.bitsPerPixel < 8 ? 2.1 : 1.5), "\(value)")
      }
    }
  }

  @Test(arguments: PixelFormat.allCases) func blackAndWhiteAndTrueColorAreExact(format: PixelFormat) {
    for color: UInt32 in [0, 0xFFFFFF] {
      #expect(
        format.quantized([UInt32](repeating: color, count: 64), width: 8).allSatisfy { $0 == 0xFF00_0000 | color })
    }
    if format.bitsPerPixel < 24 { return }
    let pixels = Reference.patch(width: 40, height: 40)
    #expect(format.quantized(pixels, width: 40) == pixels.map { $0 | 0xFF00_0000 })
  }

  /// A row written in parts equals a whole row, the bytes beside a part are not changed, and `writeBlack` equals
  /// writing black pixels.
  @Test(arguments: PixelFormat.allCases) func rowsCanBeWrittenInParts(format: PixelFormat) {
    let width = 90, unit = max(1, 8 / format.bitsPerPixel)
    let pixels = Reference.patch(width: width, height: 1), whole = format.bytes(pixels, width: width)
    for start in stride(from: 0, to: 40, by: unit) {
      for count in stride(from: 0, through: 40, by: unit) + [width - start] {
        let lower = start * format.bitsPerPixel / 8
        let upper = count == 0 ? lower : format.byteCount(start + count)
        var row = [UInt8](repeating: 0xEE, count: whole.count), black = row
        row.withUnsafeMutableBytes { row in
          pixels.withUnsafeBufferPointer {
            format.write($0.baseAddress! + start, count: count, to: row.baseAddress!, x: Int32(start), y: 0)
          }
        }
        let before = [UInt8](repeating: 0xEE, count: lower)
        let after = [UInt8](repeating: 0xEE, count: whole.count - upper)
        #expect(row == before + whole[lower..<upper] + after, "\(start) \(count)")
        black.withUnsafeMutableBytes { format.writeBlack(count: count, to: $0.baseAddress!, x: Int32(start)) }
        let dark = format.bytes([UInt32](repeating: 0, count: count), width: max(1, count))
        #expect(black == before + dark.prefix(upper - lower) + after, "\(start) \(count)")
      }
    }
  }
}

private func + (range: StrideThrough<Int>, more: [Int]) -> [Int] { Array(range) + more }

extension PixelFormat {
  /// A picture as rows of bytes.
  fileprivate func bytes(_ pixels: [UInt32], width: Int) -> [UInt8] {
    let pitch = byteCount(width)
    var memory = [UInt8](repeating: 0xEE, count: pitch * (pixels.count / width))
    memory.withUnsafeMutableBytes { memory in
      pixels.withUnsafeBufferPointer { pixels in
        guard let pixels = pixels.baseAddress, var row = memory.baseAddress else { return }
        for y in 0..<memory.count / pitch {
          write(pixels + y * width, count: width, to: row, x: 0, y: Int32(y))
          row += pitch
        }
      }
    }
    return memory
  }
}

/// A second implementation of the formats, pixel by pixel from the definitions in drm_fourcc.h.
private enum Reference {
  /// Gradients in all channels, with arbitrary values in the alpha byte.
  static func patch(width: Int, height: Int) -> [UInt32] {
    (0..<width * height).map { index in
      let x = index % width, y = index / width
      let red = x * 255 / max(1, width - 1), green = y * 255 / max(1, height - 1), blue = (x * 7 + y * 13) % 256
      return UInt32((x ^ y) & 255) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  /// The picture as rows of bytes.
  static func bytes(of pixels: [UInt32], width: Int, _ format: PixelFormat) -> [UInt8] {
    stride(from: 0, to: pixels.count, by: width).flatMap { start -> [UInt8] in
      let row = (0..<width).map { value(pixels[start + $0], $0, start / width, format) }
      if format.bitsPerPixel >= 8 {
        return row.flatMap { value in (0..<format.bitsPerPixel / 8).map { UInt8(value >> (8 * $0) & 255) } }
      }
      let count = 8 / format.bitsPerPixel
      return stride(from: 0, to: width, by: count).map { first in
        (0..<count).reduce(0) { byte, index in
          let value = UInt8(first + index < width ? row[first + index] : format == .d1 ? 1 : 0)
          return format == .l2 ? byte | value << UInt8(2 * index) : byte << UInt8(format.bitsPerPixel) | value
        }
      }
    }
  }

  /// The picture as a display of the format shows it.
  static func quantized(_ pixels: [UInt32], width: Int, _ format: PixelFormat) -> [UInt32] {
    pixels.indices.map { index in
      let value = value(pixels[index], index % width, index / width, format)
      func widened(_ shift: Int, _ bits: Int) -> Int {
        let channel = value >> shift & (1 << bits - 1)
        return bits == 5 ? channel * 33 / 4 : bits == 6 ? channel * 65 / 16 : channel
      }
      let gray =
        format == .r8 ? value : format.bitsPerPixel == 2 ? value * 85 : value == (format == .r1 ? 1 : 0) ? 255 : 0
      let (red, green, blue) =
        switch format {
        case .rgb565: (widened(11, 5), widened(5, 6), widened(0, 5))
        case .bgr565: (widened(0, 5), widened(5, 6), widened(11, 5))
        case .r8, .r1, .d1, .r2, .l2: (gray, gray, gray)
        default: (Int(pixels[index] >> 16 & 255), Int(pixels[index] >> 8 & 255), Int(pixels[index] & 255))
        }
      return 0xFF00_0000 | UInt32(red << 16 | green << 8 | blue)
    }
  }

  /// The value of the pixel in a format, dithered by its position.
  private static func value(_ pixel: UInt32, _ x: Int, _ y: Int, _ format: PixelFormat) -> Int {
    let rest = Int(pixel >> 24), red = Int(pixel >> 16 & 255), green = Int(pixel >> 8 & 255), blue = Int(pixel & 255)
    let luma = (13933 * red + 46871 * green + 4732 * blue + 32768) / 65536
    func dithered(_ channel: Int, _ most: Int) -> Int {
      (channel * most * 64 + threshold(x % 8, y % 8, 8) * 255 + 127) / (255 * 64)
    }
    func ten(_ channel: Int) -> Int { channel * 4 + channel / 64 }
    return switch format {
    case .xrgb8888: ((rest * 256 + red) * 256 + green) * 256 + blue
    case .xbgr8888: ((rest * 256 + blue) * 256 + green) * 256 + red
    case .argb8888: ((255 * 256 + red) * 256 + green) * 256 + blue
    case .abgr8888: ((255 * 256 + blue) * 256 + green) * 256 + red
    case .rgb888: (red * 256 + green) * 256 + blue
    case .bgr888: (blue * 256 + green) * 256 + red
    case .xrgb2101010: (ten(red) * 1024 + ten(green)) * 1024 + ten(blue)
    case .rgb565: (dithered(red, 31) * 64 + dithered(green, 63)) * 32 + dithered(blue, 31)
    case .bgr565: (dithered(blue, 31) * 64 + dithered(green, 63)) * 32 + dithered(red, 31)
    case .r8: luma
    case .r2, .l2: dithered(luma, 3)
    case .r1: dithered(luma, 1)
    case .d1: 1 - dithered(luma, 1)
    }
  }

  /// Bayer's matrix by its recursive definition: each quarter is the matrix of half the size, with steps of a quarter.
  private static func threshold(_ x: Int, _ y: Int, _ side: Int) -> Int {
    if side == 1 { return 0 }
    let half = side / 2
    return 4 * threshold(x % half, y % half, half) + [[0, 2], [3, 1]][y / half][x / half]
  }
}
