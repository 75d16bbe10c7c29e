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

  func coverage(_ x: Int32, _ y: Int32, _ profile: SoftProfile) -> UInt8 {
    let dx = Double(x &* 256 &+ 128 &- centerX.raw), dy = Double(y &* 256 &+ 128 &- centerY.raw)
    return profile.value(at: (dx * dx + dy * dy).squareRoot() / max(1, reach))
  }
}

/// How a blurred disc fades from its middle outwards; it depends on the blur's share of the radius only.
struct SoftProfile {
  /// Sigma in 1/1024 of the radius.
  let blur: Int32
  private let values: [UInt8]
  private static var steps: Int { 256 }

  static func blur(of disc: SoftDisc) -> Int32 {
    Int32((Double(disc.sigma.raw) / Double(max(1, disc.radius.raw)) * 1024).rounded())
  }

  /// At distance r from the middle: the integral over x of the Gaussian at x − r times what a column of the disc
  /// at x keeps after blurring along y, erf(√(1 − x²) / σ√2). Simpson's rule in 128 steps.
  init(blur: Int32) {
    self.blur = blur
    let sigma = max(1, Double(blur)) / 1024, reach = 1 + 3.5 * sigma
    values = (0...SoftProfile.steps).map { step in
      let distance = reach * Double(step) / Double(SoftProfile.steps)
      var sum = 0.0
      for index in 0...128 {
        let x = -1 + Double(index) / 64
        let away = (x - distance) / sigma
        if abs(away) > 6 { continue }  // nothing of the Gaussian is left
        let column = errorFunction((max(0, 1 - x * x)).squareRoot() / sigma * 0.7071067811865476)
        let weight: Double = index == 0 || index == 128 ? 1 : index % 2 == 1 ? 4 : 2
        sum += weight * column * exponential(-away * away / 2)
      }
      let value = sum / 64 / 3 * 0.3989422804014327 / sigma
      return UInt8((max(0, min(1, value)) * 255).rounded())
    }
  }

  /// `distance` is 1 at the reach.
  func value(at distance: Double) -> UInt8 {
    if distance >= 1 { return 0 }
    let place = distance * Double(SoftProfile.steps)
    let index = Int(place)
    let part = place - Double(index), from = Double(values[index]), to = Double(values[index + 1])
    return UInt8((from + (to - from) * part).rounded())
  }
}
