/// A disc blurred by a Gaussian: the shadow of something round.
public struct SoftDisc: Equatable {
  public let centerX, centerY, radius, sigma: Fixed

  public init(centerX: Fixed, centerY: Fixed, radius: Fixed, sigma: Fixed) {
    (self.centerX, self.centerY, self.radius, self.sigma) = (centerX, centerY, radius, sigma)
  }

  /// Beyond three and a half sigma less than 1/1000 is left.
  var reach: Double { Double(radius.raw) + 3.5 * Double(sigma.raw) }

  var bounds: Rect {
    let reach = Fixed(raw: Int32(min(1e9, reach)) + 1)
    return Box(minX: centerX - reach, minY: centerY - reach, maxX: centerX + reach, maxY: centerY + reach).bounds
  }

  /// Writes `count` pixels of row `y` from `x`.
  @_optimize(speed) @inline(never)
  func write(to values: UnsafeMutablePointer<UInt8>, x: Int32, y: Int32, count: Int, _ profile: SoftProfile) {
    let dx = Double(x &* 256 &+ 128 &- centerX.raw), dy = Double(y &* 256 &+ 128 &- centerY.raw)
    let square = dy * dy, unit = Double(SoftProfile.steps) / max(1, reach * reach)
    profile.values.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      for index in 0..<count {
        let across = dx + Double(index) * 256
        values[index] = table[Int(min(Double(SoftProfile.steps), (across * across + square) * unit))]
      }
    }
  }
}

/// How a blurred disc fades from its middle outwards; it depends on the blur's share of the radius only.
struct SoftProfile {
  /// Sigma in 1/1024 of the radius.
  let blur: Int32
  /// By the square of the distance, from the middle to the reach: finest where the shadow fades, and no root for each pixel.
  let values: [UInt8]
  static var steps: Int { 2048 }
  /// Distances at which the integral is worked out; between them it is as good as straight.
  private static var samples: Int { 256 }

  static func blur(of disc: SoftDisc) -> Int32 {
    Int32((Double(disc.sigma.raw) / Double(max(1, disc.radius.raw)) * 1024).rounded())
  }

  /// At distance r from the middle: the integral over x of the Gaussian at x − r times what a column of the disc
  /// at x keeps after blurring along y, erf(√(1 − x²) / σ√2). Simpson's rule in 128 steps.
  init(blur: Int32) {
    self.blur = blur
    let sigma = max(1, Double(blur)) / 1024, reach = 1 + 3.5 * sigma
    let sampled = (0...SoftProfile.samples).map { sample in
      SoftProfile.value(at: reach * Double(sample) / Double(SoftProfile.samples), sigma)
    }
    values = (0...SoftProfile.steps).map { step in
      if step == SoftProfile.steps { return 0 }
      let place = (Double(step) / Double(SoftProfile.steps)).squareRoot() * Double(SoftProfile.samples)
      let index = Int(place)
      let value = sampled[index] + (sampled[index + 1] - sampled[index]) * (place - Double(index))
      return UInt8((max(0, min(1, value)) * 255).rounded())
    }
  }

  private static func value(at distance: Double, _ sigma: Double) -> Double {
    var sum = 0.0
    for index in 0...128 {
      let x = -1 + Double(index) / 64
      let away = (x - distance) / sigma
      if abs(away) > 6 { continue }  // nothing of the Gaussian is left
      let column = errorFunction((max(0, 1 - x * x)).squareRoot() / sigma * 0.7071067811865476)
      let weight: Double = index == 0 || index == 128 ? 1 : index % 2 == 1 ? 4 : 2
      sum += weight * column * exponential(-away * away / 2)
    }
    return sum / 64 / 3 * 0.3989422804014327 / sigma
  }
}
