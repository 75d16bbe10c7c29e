/// An angle in turns: 1 is a full circle, 0 points up, positive is clockwise.
///
/// The sine is computed with a Taylor series within an eighth of a turn instead of libm, so that every CPU and libc
/// gives the same pixels.
public struct Angle: Equatable {
  /// The angle in turns.
  public var value: Double

  /// An angle of `value` turns.
  public init(_ value: Double) { self.value = value }

  /// The sine, −1…1.
  public var sine: Double {
    let fraction = value - value.rounded(.down)
    let eighth = Int(fraction * 8), angle = (fraction - Double((eighth + 1) / 2) / 4) * 6.283185307179586
    switch (eighth + 1) / 2 % 4 {
    case 0: return Angle.sine(angle)
    case 1: return Angle.cosine(angle)
    case 2: return -Angle.sine(angle)
    default: return -Angle.cosine(angle)
    }
  }

  /// The cosine, −1…1.
  public var cosine: Double { Angle(value + 0.25).sine }

  /// The Taylor series of the sine up to x¹³, for an angle in radians within ±π/4.
  private static func sine(_ x: Double) -> Double {
    let s = x * x
    return x * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110 * (1 - s / 156))))))
  }

  /// The Taylor series of the cosine up to x¹⁴, for an angle in radians within ±π/4.
  private static func cosine(_ x: Double) -> Double {
    let s = x * x
    return 1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90 * (1 - s / 132 * (1 - s / 182))))))
  }
}
