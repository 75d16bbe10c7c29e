/// A disc with a radius of 1 that is blurred by a Gaussian.
public enum BlurredDisc {
  /// The coverage (0…1) at a distance from the centre, for a standard deviation of `sigma` above 0.
  ///
  /// It is the integral over x of the Gaussian at x − `distance` times erf(√(1 − x²) / σ√2), which is the value on the
  /// axis of the disc's column at x after blurring along y. The integral is computed by Simpson's rule with 128 steps.
  public static func coverage(at distance: Double, sigma: Double) -> Double {
    if sigma < 0.03 {  // the edge is almost straight
      let deviation = (1 - distance) / sigma * 0.7071067811865476
      return deviation < 0 ? (1 - errorFunction(-deviation)) / 2 : (1 + errorFunction(deviation)) / 2
    }
    var sum = 0.0
    for index in 0...128 {
      let t = -1 + Double(index) / 64
      // The integral over t, with smaller steps of x where the columns become short.
      let x = t * (3 - t * t) / 2
      let deviation = (x - distance) / sigma
      if abs(deviation) > 6 { continue }  // the Gaussian is 0 in 8 bits
      let column = errorFunction((max(0, 1 - x * x)).squareRoot() / sigma * 0.7071067811865476)
      let weight: Double = index == 0 || index == 128 ? 1 : index % 2 == 1 ? 4 : 2
      sum += weight * 1.5 * (1 - t * t) * column * exponential(-deviation * deviation / 2)
    }
    return max(0, min(1, sum / 64 / 3 * 0.3989422804014327 / sigma))
  }
}
