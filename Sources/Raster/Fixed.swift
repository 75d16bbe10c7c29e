/// A length or position in 1/256 pixel, as an integer: every CPU computes the same pixels.
public struct Fixed: Equatable, Comparable {
  /// The value in 1/256 pixel.
  public var raw: Int32

  /// A value in 1/256 pixel.
  public init(raw: Int32) { self.raw = raw }

  /// A length in pixels, rounded to the nearest 1/256 and clamped to ±4 194 304.
  public init(_ pixels: Double) {
    raw = Int32((max(-4_194_304, min(4_194_304, pixels)) * 256).rounded(.toNearestOrAwayFromZero))
  }

  /// True if `left` is the smaller length.
  public static func < (left: Fixed, right: Fixed) -> Bool { left.raw < right.raw }
  /// The sum. Traps on overflow.
  public static func + (left: Fixed, right: Fixed) -> Fixed { Fixed(raw: left.raw + right.raw) }
  /// The difference. Traps on overflow.
  public static func - (left: Fixed, right: Fixed) -> Fixed { Fixed(raw: left.raw - right.raw) }

  /// Whole pixels, rounded down.
  var floor: Int32 { raw >> 8 }
  /// Whole pixels, rounded up.
  var ceiling: Int32 { (raw + 255) >> 8 }
}
