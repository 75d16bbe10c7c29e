import Foundation
import Scene
import Testing

/// Easing functions compared with sampled Bézier curves.
@Suite struct EasingTests {
  /// The curve's y at `x`, found in 2 million steps along the curve.
  private func sampled(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double) -> Double {
    func bezier(_ a: Double, _ b: Double, _ t: Double) -> Double {
      3 * pow(1 - t, 2) * t * a + 3 * (1 - t) * t * t * b + pow(t, 3)
    }
    var t = 0.0
    while bezier(x1, x2, t) < x { t += 5e-7 }
    return bezier(y1, y2, t)
  }

  @Test(arguments: [
    (0.42, 0.0, 1.0, 1.0), (0, 0, 0.58, 1), (0.42, 0, 0.58, 1), (0.6, 0, 0.4, 1), (0, 1, 1, 0), (0.1, -0.6, 0.2, 1.8),
  ])
  func easingSolvesTheBezierCurve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    for x in [0.01, 0.25, 0.5, 0.77, 0.99] {
      #expect(abs(Easing.cubicBezier(x1, y1, x2, y2)(x) - sampled(x1, y1, x2, y2, x)) < 1e-5)
    }
  }

  @Test func easingIsExactAtItsEnds() {
    for easing in [Easing.linear, .easeIn, .easeOut, .easeInOut] {
      #expect(easing(0) == 0 && easing(1) == 1 && easing(-3) == 0 && easing(7) == 1)
    }
    #expect(Easing.linear(0.3) == 0.3)
  }
}
