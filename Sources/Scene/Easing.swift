/// A unit cubic Bézier curve from (0,0) to (1,1) with control points (x1,y1) and (x2,y2), as in CSS Easing Functions 1, section 2.3.
public struct Easing {
  let x1, y1, x2, y2: Double

  /// x1 and x2 are within 0…1.
  public static func cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Easing {
    Easing(x1: x1, y1: y1, x2: x2, y2: y2)
  }

  public static var linear: Easing { cubicBezier(0, 0, 1, 1) }
  public static var easeIn: Easing { cubicBezier(0.42, 0, 1, 1) }
  public static var easeOut: Easing { cubicBezier(0, 0, 0.58, 1) }
  public static var easeInOut: Easing { cubicBezier(0.42, 0, 0.58, 1) }

  /// y where the curve's x is `phase`, 0…1; x is solved to 1e-9.
  public func callAsFunction(_ phase: Double) -> Double {
    if phase <= 0 { return 0 }
    if phase >= 1 { return 1 }
    if x1 == y1 && x2 == y2 { return phase }
    // x rises with the parameter, so halving always finds it; 30 halvings reach 1e-9.
    var low = 0.0, high = 1.0
    for _ in 0..<30 {
      let middle = (low + high) / 2
      if Easing.curve(x1, x2, middle) < phase { low = middle } else { high = middle }
    }
    return Easing.curve(y1, y2, (low + high) / 2)
  }

  private static func curve(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
  }
}
