/// Pixels of 16 bits, 5 for red, 6 for green and 5 for blue, with the lost bits spread over their neighbours.
///
/// Ordered dithering (Bayer, 1973, 8×8): a pixel's rounding depends on its place only, so still pictures stay still.
public enum RGB565 {
  /// Thresholds 0…63 by place.
  private static func threshold(_ x: Int, _ y: Int) -> UInt32 {
    var value: UInt32 = 0
    for bit in 0..<3 {
      let a = UInt32(x >> bit & 1), b = UInt32(y >> bit & 1)
      value = value << 2 | (a ^ b) << 1 | b
    }
    return value
  }

  /// The 16-bit pixel for 0xXXRRGGBB at a place.
  public static func dithered(_ pixel: UInt32, x: Int, y: Int) -> UInt16 {
    let threshold = threshold(x, y)
    /// Scales 0…255 to 0…`most` and rounds up where the remainder is above the threshold.
    func reduced(_ channel: UInt32, _ most: UInt32) -> UInt32 {
      (channel * most * 64 + threshold * 255 + 127) / (255 * 64)
    }
    let red = reduced(pixel >> 16 & 255, 31), green = reduced(pixel >> 8 & 255, 63), blue = reduced(pixel & 255, 31)
    return UInt16(min(31, red) << 11 | min(63, green) << 5 | min(31, blue))
  }

  /// What a 16-bit pixel looks like, as 0xFFRRGGBB.
  public static func expanded(_ pixel: UInt16) -> UInt32 {
    let red = UInt32(pixel >> 11), green = UInt32(pixel >> 5 & 63), blue = UInt32(pixel & 31)
    return 0xFF00_0000 | (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | (blue << 3 | blue >> 2)
  }
}
