/// A cubic Bézier easing function from (0, 0) to (1, 1) with control points (x1, y1) and (x2, y2), as in CSS Easing
/// Functions Level 1, section 2.3.
public struct Easing {
  /// The coordinates of the control points.
  let x1, y1, x2, y2: Double

  /// An easing function from its control points; `x1` and `x2` must be 0…1.
  public static func cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Easing {
    Easing(x1: x1, y1: y1, x2: x2, y2: y2)
  }

  /// No easing.
  public static var linear: Easing { cubicBezier(0, 0, 1, 1) }
  /// CSS `ease-in`: a slow start.
  public static var easeIn: Easing { cubicBezier(0.42, 0, 1, 1) }
  /// CSS `ease-out`: a slow end.
  public static var easeOut: Easing { cubicBezier(0, 0, 0.58, 1) }
  /// CSS `ease-in-out`: a slow start and end.
  public static var easeInOut: Easing { cubicBezier(0.42, 0, 0.58, 1) }

  /// The curve's y at x = `phase`, which is clamped to 0…1; x is solved to within 1e-9.
  public func callAsFunction(_ phase: Double) -> Double {
    if phase <= 0 { return 0 }
    if phase >= 1 { return 1 }
    if x1 == y1 && x2 == y2 { return phase }
    // x increases with the parameter, so bisection converges; 30 steps reach 1e-9.
    var low = 0.0, high = 1.0
    for _ in 0..<30 {
      let middle = (low + high) / 2
      if Easing.curve(x1, x2, middle) < phase { low = middle } else { high = middle }
    }
    return Easing.curve(y1, y2, (low + high) / 2)
  }

  /// A coordinate of the curve at the parameter `t`, 0…1; `a` and `b` are those of the control points.
  private static func curve(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
  }
}
