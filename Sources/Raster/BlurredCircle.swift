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

  /// Computes the coverage of row `y` between `start` and `end`, looked up in the circle's profile; `values` points at
  /// the pixel `start`.
  func row(
    _ y: Int32, from start: Int32, to end: Int32, into values: UnsafeMutablePointer<UInt8>, _ profile: BlurProfile
  ) -> CoverageRow {
    let dy = Double(y &* 256 &+ 128 &- centerY.raw), square = dy * dy
    let chord = Int32(min(1e9, max(0, reach * reach - square).squareRoot() + 1))
    let row = CoverageRow(from: centerX.raw &- chord, to: centerX.raw &+ chord, in: start..<end)
    // With the centre on an edge or in the middle of a pixel, the pixels x and `sum` - x are equally far from it.
    let sum = (centerX.raw >> 7) &- 1, isEven = centerX.raw & 127 == 0
    let middle = isEven ? max(row.start, min(row.end, (sum &+ 1) >> 1)) : row.start
    let mirrored = min(middle, max(row.start, sum &- row.end &+ 1))
    profile.values.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      write(to: values + Int(row.start &- start), x: row.start, count: Int(mirrored &- row.start), square, table)
      write(to: values + Int(middle &- start), x: middle, count: Int(row.end &- middle), square, table)
    }
    mirror(values + Int(mirrored &- start), count: Int(middle &- mirrored), values + Int(sum &- mirrored &- start))
    return row
  }

  /// Writes the coverage of `count` pixels from `x`, four a step; `square` is that of the distance between row and centre,
  /// and `table` are the values of the profile.
  @_optimize(speed) @inline(never)
  private func write(
    to values: UnsafeMutablePointer<UInt8>, x: Int32, count: Int, _ square: Double, _ table: UnsafePointer<UInt8>
  ) {
    let unit = Double(BlurProfile.steps) / max(1, reach * reach), squares = SIMD4(repeating: square)
    var x = SIMD4(repeating: Double(x &* 256 &+ 128 &- centerX.raw)) + SIMD4(0, 256, 512, 768)
    func value(_ step: Double) -> UInt8 { table[min(BlurProfile.steps, wholePart(step))] }
    var index = 0
    while index < count {
      let steps = (x * x + squares) * unit
      values[index] = value(steps.x)
      if index &+ 4 <= count {
        values[index &+ 1] = value(steps.y)
        values[index &+ 2] = value(steps.z)
        values[index &+ 3] = value(steps.w)
      } else {
        if index &+ 1 < count { values[index &+ 1] = value(steps.y) }
        if index &+ 2 < count { values[index &+ 2] = value(steps.z) }
      }
      x += SIMD4(repeating: 1024)
      index &+= 4
    }
  }
}

/// Writes `count` bytes in reverse order; the first one is at `last`. The two rows must not overlap.
@_optimize(speed) @inline(never)
private func mirror(_ row: UnsafeMutablePointer<UInt8>, count: Int, _ last: UnsafePointer<UInt8>) {
  var index = 0
  while index &+ 8 <= count {
    let eight = UnsafeRawPointer(last - (index &+ 7)).loadUnaligned(as: UInt64.self)
    UnsafeMutableRawPointer(row + index).storeBytes(of: eight.byteSwapped, as: UInt64.self)
    index &+= 8
  }
  while index < count {
    row[index] = last[-index]
    index &+= 1
  }
}
