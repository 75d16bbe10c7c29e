extension PixelFormat {
  /// The colour of the pixel at `x` of a row, as 0xFFRRGGBB.
  public func pixel(at x: Int32, of row: UnsafeRawPointer) -> UInt32 {
    var bytes: UInt32 = 0
    for byte in 0..<max(1, bitsPerPixel / 8) {
      bytes |= UInt32(row.load(fromByteOffset: offset(x) + byte, as: UInt8.self)) << UInt32(8 * byte)
    }
    let color: UInt32 =
      switch self {
      case .xrgb8888, .argb8888, .rgb888, .xbgr8888, .abgr8888, .bgr888: bytes
      case .rgb565, .bgr565: spread(bytes >> 11, 5) << 16 | spread(bytes >> 5 & 63, 6) << 8 | spread(bytes & 31, 5)
      case .xrgb2101010: (bytes >> 22 & 255) << 16 | (bytes >> 12 & 255) << 8 | bytes >> 2 & 255
      case .r8: bytes * 0x0001_0101
      case .r1: (bytes >> UInt32(7 - x & 7) & 1) * 0x00FF_FFFF
      case .r2: (bytes >> UInt32(6 - 2 * (x & 3)) & 3) * 0x0055_5555
      case .l2: (bytes >> UInt32(2 * (x & 3)) & 3) * 0x0055_5555
      case .d1: (~bytes >> UInt32(7 - x & 7) & 1) * 0x00FF_FFFF
      }
    return switch self {
    case .xbgr8888, .abgr8888, .bgr888, .bgr565:
      0xFF00_0000 | (color & 255) << 16 | color & 0xFF00 | color >> 16 & 255
    default: 0xFF00_0000 | color
    }
  }

  /// A picture of `width` pixels a row as a display with this format shows it: converted with dithering and read back.
  public func quantized(_ pixels: [UInt32], width: Int) -> [UInt32] {
    if pixels.isEmpty { return [] }
    var result = pixels
    var memory = [UInt8](repeating: 0, count: byteCount(width))
    pixels.withUnsafeBufferPointer { pixels in
      memory.withUnsafeMutableBytes { memory in
        guard let pixels = pixels.baseAddress, let row = memory.baseAddress else { return }
        for y in 0..<result.count / width {
          write(pixels + y * width, count: width, to: row, x: 0, y: Int32(y))
          for x in 0..<width { result[y * width + x] = pixel(at: Int32(x), of: row) }
        }
      }
    }
    return result
  }
}

/// Expands a channel of 5 or 6 bits to 8 by repeating its high bits.
private func spread(_ channel: UInt32, _ bits: UInt32) -> UInt32 { channel << (8 - bits) | channel >> (2 * bits - 8) }
