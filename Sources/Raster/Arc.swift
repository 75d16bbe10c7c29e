/// A stroked circular arc with round caps, computed as a signed distance (Inigo Quilez, "2D distance functions", arc).
public struct Arc: Equatable {
  /// A unit vector from the centre, in 1/65536; y points down.
  public struct Direction: Equatable {
    /// The components, in 1/65536.
    public let x, y: Int32

    /// A direction from the components of a unit vector, each −1…1.
    public init(x: Double, y: Double) {
      self.x = Int32((x * 65536).rounded())
      self.y = Int32((y * 65536).rounded())
    }
  }

  /// The centre, the radius of the stroke's middle line, and the stroke's width.
  public let centerX, centerY, radius, width: Fixed
  /// The ends; the arc runs clockwise from `start` to `end`.
  public let start, end: Direction
  /// True if the arc is longer than half of the circle.
  public let isLarge: Bool

  /// An arc that runs clockwise from `start` to `end`. `isLarge` selects the longer of the two possible arcs.
  public init(
    centerX: Fixed, centerY: Fixed, radius: Fixed, width: Fixed, from start: Direction, to end: Direction, isLarge: Bool
  ) {
    self.centerX = centerX
    self.centerY = centerY
    self.radius = radius
    self.width = width
    self.start = start
    self.end = end
    self.isLarge = isLarge
  }

  /// The bounds of the whole circle, not of the arc alone.
  var bounds: Rect {
    let outer = Fixed(raw: radius.raw + width.raw / 2 + 1)
    return Box(minX: centerX - outer, minY: centerY - outer, maxX: centerX + outer, maxY: centerY + outer).bounds
  }

  /// The coverage of the pixel at `x`, `y`, 0…255, from the distance of its centre to the arc.
  func coverage(_ x: Int32, _ y: Int32) -> UInt8 {
    let dx = Double(x &* 256 &+ 128 &- centerX.raw), dy = Double(y &* 256 &+ 128 &- centerY.raw)
    let afterStart = Double(start.x) * dy - Double(start.y) * dx >= 0
    let beforeEnd = Double(end.x) * dy - Double(end.y) * dx <= 0
    let isBetweenEnds = isLarge ? afterStart || beforeEnd : afterStart && beforeEnd
    let distance: Double
    if isBetweenEnds {
      distance = abs((dx * dx + dy * dy).squareRoot() - Double(radius.raw))
    } else {
      distance = min(distanceToEnd(dx, dy, start), distanceToEnd(dx, dy, end))
    }
    return Outline.alpha(128 &- Int32(max(-1e6, min(1e6, distance - Double(width.raw) / 2))))
  }

  /// The distance of a point, given relative to the centre, from the end of the arc in the direction `tip`, in 1/256
  /// pixel.
  private func distanceToEnd(_ dx: Double, _ dy: Double, _ tip: Direction) -> Double {
    let unit = Double(radius.raw) / 65536
    let x = dx - Double(tip.x) * unit, y = dy - Double(tip.y) * unit
    return (x * x + y * y).squareRoot()
  }
}
