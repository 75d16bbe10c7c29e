/// A filled circle blurred by a Gaussian, for the shadow of a circle.
public struct BlurredCircle: Equatable {
  /// The centre and radius of the circle, and the Gaussian's standard deviation.
  public let centerX, centerY, radius, sigma: Fixed

  /// A circle of `radius` around a centre, blurred with the standard deviation `sigma`.
  public init(centerX: Fixed, centerY: Fixed, radius: Fixed, sigma: Fixed) {
    self.centerX = centerX
    self.centerY = centerY
    self.radius = radius
    self.sigma = sigma
  }

  /// The distance from the centre, in 1/256 pixel, beyond which nothing is drawn: at 3.5 sigma the coverage is below
  /// 1/1000.
  var reach: Double { Double(radius.raw) + 3.5 * Double(sigma.raw) }

  /// The pixels within `reach` of the centre.
  var bounds: Rect {
    let reach = Fixed(raw: Int32(min(1e9, reach)) + 1)
    return Box(minX: centerX - reach, minY: centerY - reach, maxX: centerX + reach, maxY: centerY + reach).bounds
  }

  /// Writes the coverage of `count` pixels of row `y` from `x`, looked up in the circle's profile.
  @_optimize(speed) @inline(never)
  func write(to values: UnsafeMutablePointer<UInt8>, x: Int32, y: Int32, count: Int, _ profile: BlurProfile) {
    let dx = Double(x &* 256 &+ 128 &- centerX.raw), dy = Double(y &* 256 &+ 128 &- centerY.raw)
    let square = dy * dy, unit = Double(BlurProfile.steps) / max(1, reach * reach)
    profile.values.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      for index in 0..<count {
        let x = dx + Double(index) * 256
        values[index] = table[Int(min(Double(BlurProfile.steps), (x * x + square) * unit))]
      }
    }
  }
}
