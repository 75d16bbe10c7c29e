/// The coverage of a blurred circle by the distance from its centre. It depends only on the ratio of sigma to radius.
struct BlurProfile {
  /// The standard deviation, in 1/1024 of the radius.
  let blur: Int32
  /// The coverage, 0…255, by the square of the distance, from 0 at the centre to the square of `BlurredCircle.reach`.
  /// The square needs no root for each pixel, and the steps are smallest where the shadow fades.
  let values: [UInt8]
  /// The index of the last value.
  static var steps: Int { 2048 }
  /// The number of distances at which the integral is computed; between them the profile is interpolated linearly.
  private static var samples: Int { 256 }

  /// The standard deviation of a circle's blur, in 1/1024 of its radius.
  static func blur(of circle: BlurredCircle) -> Int32 {
    Int32((Double(circle.sigma.raw) / Double(max(1, circle.radius.raw)) * 1024).rounded())
  }

  /// Computes the profile for a standard deviation of `blur` / 1024 of the radius.
  ///
  /// In units of the radius, the coverage at the distance r is the integral over x of the Gaussian at x − r times
  /// erf(√(1 − x²) / σ√2), which is the value on the axis of the circle's column at x after blurring along y. The
  /// integral is computed by Simpson's rule with 128 steps.
  init(blur: Int32) {
    self.blur = blur
    let sigma = max(1, Double(blur)) / 1024, reach = 1 + 3.5 * sigma
    let sampled = (0...BlurProfile.samples).map { sample in
      BlurProfile.value(at: reach * Double(sample) / Double(BlurProfile.samples), sigma)
    }
    values = (0...BlurProfile.steps).map { step in
      if step == BlurProfile.steps { return 0 }
      let sample = (Double(step) / Double(BlurProfile.steps)).squareRoot() * Double(BlurProfile.samples)
      let index = Int(sample)
      let value = sampled[index] + (sampled[index + 1] - sampled[index]) * (sample - Double(index))
      return UInt8((max(0, min(1, value)) * 255).rounded())
    }
  }

  /// The coverage, 0…1, at a distance from the centre; lengths are in units of the radius.
  private static func value(at distance: Double, _ sigma: Double) -> Double {
    var sum = 0.0
    for index in 0...128 {
      let x = -1 + Double(index) / 64
      let deviation = (x - distance) / sigma
      if abs(deviation) > 6 { continue }  // the Gaussian is 0 in 8 bits
      let column = errorFunction((max(0, 1 - x * x)).squareRoot() / sigma * 0.7071067811865476)
      let weight: Double = index == 0 || index == 128 ? 1 : index % 2 == 1 ? 4 : 2
      sum += weight * column * exponential(-deviation * deviation / 2)
    }
    return sum / 64 / 3 * 0.3989422804014327 / sigma
  }
}
