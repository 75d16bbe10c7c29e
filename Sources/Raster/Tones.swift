/// The tones that a display has.
public enum Tones: Equatable, Sendable {
  /// Enough for smooth gradients.
  case all
  /// Black and white.
  case two
  /// Black, two greys and white.
  case four

  /// The level of white, where black is 0: 1 or 3; 255 for `all`.
  private var whiteLevel: UInt32 {
    switch self {
    case .all: 255
    case .two: 1
    case .four: 3
    }
  }
}

extension Tones {
  /// Makes pixels greys of the display: their luma is rounded, or dithered.
  @_optimize(speed) @inline(never)
  func reduce(_ row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int, isDithered: Bool) {
    let thresholds = isDithered ? Dither.thresholds(x: x, y: y) : 0x7F7F_7F7F_7F7F_7F7F
    let white = whiteLevel, step = 255 / white &* 0x0001_0101
    for index in 0..<count {
      let pixel = row[index], threshold = UInt32(truncatingIfNeeded: thresholds &>> UInt64(8 &* (index & 7))) & 255
      let luma = (54 &* (pixel >> 16 & 255) &+ 183 &* (pixel >> 8 & 255) &+ 19 &* (pixel & 255)) >> 8
      row[index] = 0xFF00_0000 | (luma &* white &+ threshold) / 255 &* step
    }
  }

  /// Makes coverages 0 or, from `solid` on, 255 for black and white, and multiplies them by 1.5 for greys: thin strokes
  /// keep their width.
  @_optimize(speed) @inline(never)
  func sharpen(_ coverage: UnsafeMutablePointer<UInt8>, count: Int, solid: UInt8) {
    for index in 0..<count { coverage[index] = sharp(coverage[index], solid: solid) }
  }

  /// A coverage as `sharpen` makes it.
  func sharp(_ coverage: UInt8, solid: UInt8) -> UInt8 {
    self == .two ? coverage < solid ? 0 : 255 : UInt8(min(255, UInt32(coverage) * 3 / 2))
  }
}
