/// Converts the colours of a PNG file with a gAMA chunk to sRGB (W3C PNG, "Decoder gamma handling", with a display
/// exponent of 2.2).
struct Gamma {
  /// The sRGB value of each 8-bit channel value.
  private let table: [UInt32]

  /// The conversion for the value of a gAMA chunk, in 1/100 000. Nil if it is within 5 % of sRGB's 1/2.2, so that no
  /// conversion is needed.
  init?(_ gamma: UInt32) {
    // The exponent is 1 / (gamma × 2.2), in 1/65 536.
    let power = 65_536 * 1_000_000 / (UInt64(max(gamma, 1)) * 22)
    if power > 62_260 && power < 68_812 { return nil }  // 0.95…1.05
    table = (0..<256).map { UInt32(Gamma.raise(Double($0) / 255, to: power) * 255 + 0.5) }
  }

  /// Converts the colour channels of a pixel, the lower three bytes, to sRGB.
  func corrected(_ pixel: UInt32) -> UInt32 {
    pixel & 0xFF00_0000 | table[Int(pixel >> 16 & 255)] << 16 | table[Int(pixel >> 8 & 255)] << 8
      | table[Int(pixel & 255)]
  }

  /// `base` to the power of `power` / 65 536, from square roots and products, which are identical on every CPU and
  /// libc.
  private static func raise(_ base: Double, to power: UInt64) -> Double {
    var result = 1.0, square = base, root = base
    var whole = power >> 16
    while whole > 0 {
      if whole & 1 == 1 { result *= square }
      square *= square
      whole >>= 1
    }
    for bit in 1...16 {
      root = root.squareRoot()
      if power >> (16 - bit) & 1 == 1 { result *= root }
    }
    return result
  }
}
