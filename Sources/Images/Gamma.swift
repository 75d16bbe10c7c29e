/// What turns a file's colours into sRGB's where its gAMA chunk says that they are other ones.
struct Gamma {
  private let table: [UInt32]

  /// `gamma` is the chunk's number, in 100 000ths. Nil: so close to sRGB's that nothing is to do.
  init?(_ gamma: UInt32) {
    // The power is 1 / (gamma × 2.2), in 65 536ths.
    let power = 65_536 * 1_000_000 / (UInt64(max(gamma, 1)) * 22)
    if power > 62_260 && power < 68_812 { return nil }  // within 5 %
    table = (0..<256).map { UInt32(Gamma.raise(Double($0) / 255, to: power) * 255 + 0.5) }
  }

  /// The pixel, of bytes red, green, blue, alpha, as blue, green, red, alpha.
  func bgra(_ rgba: UInt32) -> UInt32 {
    rgba & 0xFF00_0000 | table[Int(rgba & 255)] << 16 | table[Int(rgba >> 8 & 255)] << 8 | table[Int(rgba >> 16 & 255)]
  }

  /// From roots and products, which every CPU does alike: pictures must not depend on a libc.
  private static func raise(_ base: Double, to power: UInt64) -> Double {
    var result = 1.0, square = base, root = base
    var whole = power >> 16
    while whole > 0 {
      if whole & 1 == 1 { result *= square }
      square *= square
      whole >>= 1
    }
    for place in 1...16 {
      root = root.squareRoot()
      if power >> (16 - place) & 1 == 1 { result *= root }
    }
    return result
  }
}
