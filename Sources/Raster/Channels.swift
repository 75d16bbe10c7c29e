/// A pixel format given by the bit mask of each channel, as fbdev's `fb_bitfield` describes it.
///
/// The alpha bits of every written pixel are set.
public struct Channels: Equatable, Sendable {
  /// 8, 16, 24 or 32; pixels are little-endian in memory.
  public let bitsPerPixel: Int
  /// The bit mask of each channel; `alpha` is 0 if the format has none.
  public let red, green, blue, alpha: UInt32

  /// A format from its masks. Nil if the masks overlap, have gaps, are empty or exceed the pixel, or if a channel has
  /// more than 16 bits.
  public init?(bitsPerPixel: Int, red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32 = 0) {
    func isChannel(_ mask: UInt32) -> Bool {
      let bits = mask.nonzeroBitCount
      return (1...16).contains(bits) && mask >> UInt32(mask.trailingZeroBitCount) == 1 << bits - 1
    }
    let all = red | green | blue | alpha
    guard bitsPerPixel & 7 == 0, (8...32).contains(bitsPerPixel), isChannel(red), isChannel(green), isChannel(blue),
      red & green | red & blue | green & blue | (red | green | blue) & alpha == 0,
      UInt64(all) >> UInt64(bitsPerPixel) == 0
    else { return nil }
    self.bitsPerPixel = bitsPerPixel
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The named format with the same layout, whose writer is faster; nil if there is none.
  public var format: PixelFormat? {
    switch (bitsPerPixel, red, green, blue, alpha) {
    case (32, 0xFF0000, 0xFF00, 0xFF, 0): .xrgb8888
    case (32, 0xFF, 0xFF00, 0xFF0000, 0): .xbgr8888
    case (32, 0xFF0000, 0xFF00, 0xFF, 0xFF00_0000): .argb8888
    case (32, 0xFF, 0xFF00, 0xFF0000, 0xFF00_0000): .abgr8888
    case (24, 0xFF0000, 0xFF00, 0xFF, 0): .rgb888
    case (24, 0xFF, 0xFF00, 0xFF0000, 0): .bgr888
    case (16, 0xF800, 0x7E0, 0x1F, 0): .rgb565
    case (16, 0x1F, 0x7E0, 0xF800, 0): .bgr565
    default: nil
    }
  }

  /// Converts and writes `count` pixels 0xXXRRGGBB.
  ///
  /// `row` is the start of row `y` of the display; the first pixel is written at column `x`. Nil pixels are black.
  /// Channels of fewer than 8 bits are dithered by `x` and `y`.
  @_optimize(speed) @inline(never)
  public func write(
    _ pixels: UnsafePointer<UInt32>?, count: Int, to row: UnsafeMutableRawPointer, x: Int32, y: Int32
  ) {
    let size = bitsPerPixel / 8, thresholds = Dither.thresholds(x: x, y: y)
    var target = row + Int(x) &* size
    for index in 0..<count {
      let threshold = UInt32(truncatingIfNeeded: thresholds &>> UInt64(truncatingIfNeeded: 8 &* (index & 7))) & 255
      var value = alpha
      if let pixel = pixels?[index] {
        value |= reduced(pixel &>> 16, red, threshold) | reduced(pixel &>> 8, green, threshold)
        value |= reduced(pixel, blue, threshold)
      }
      switch size {
      case 4: target.storeBytes(of: value, as: UInt32.self)
      case 2: target.storeBytes(of: UInt16(truncatingIfNeeded: value), as: UInt16.self)
      default:
        for byte in 0..<size {
          target.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: byte, as: UInt8.self)
          value &>>= 8
        }
      }
      target += size
    }
  }
}

/// Converts the channel in the lowest byte to the bits of `mask`. Masks of 8 bits or more round instead of dithering.
@inline(__always)
private func reduced(_ pixel: UInt32, _ mask: UInt32, _ threshold: UInt32) -> UInt32 {
  let shift = UInt32(truncatingIfNeeded: mask.trailingZeroBitCount), most = mask &>> shift
  return (((pixel & 255) &* most &+ (most < 255 ? threshold : 127)) / 255) &<< shift
}
