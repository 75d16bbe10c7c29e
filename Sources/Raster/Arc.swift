/// A part of a circle's edge as a line with round ends, as a signed distance (Inigo Quilez, "2D distance functions", arc).
public struct Arc: Equatable {
  /// A direction from the centre, 1 being 65536; y down.
  public struct Direction: Equatable {
    public let x, y: Int32
    public init(x: Double, y: Double) {
      (self.x, self.y) = (Int32((x * 65536).rounded()), Int32((y * 65536).rounded()))
    }
  }

  public let centerX, centerY, radius, width: Fixed
  /// Clockwise from `start` to `end`.
  public let start, end: Direction
  /// Whether it is more than half of the circle.
  public let isLarge: Bool

  public init(
    centerX: Fixed, centerY: Fixed, radius: Fixed, width: Fixed, from start: Direction, to end: Direction, isLarge: Bool
  ) {
    (self.centerX, self.centerY, self.radius, self.width) = (centerX, centerY, radius, width)
    (self.start, self.end, self.isLarge) = (start, end, isLarge)
  }

  var bounds: Rect {
    let reach = Fixed(raw: radius.raw + width.raw / 2 + 1)
    return Box(minX: centerX - reach, minY: centerY - reach, maxX: centerX + reach, maxY: centerY + reach).bounds
  }

  func coverage(_ x: Int32, _ y: Int32) -> UInt8 {
    let dx = Double(x &* 256 &+ 128 &- centerX.raw), dy = Double(y &* 256 &+ 128 &- centerY.raw)
    let afterStart = Double(start.x) * dy - Double(start.y) * dx >= 0
    let beforeEnd = Double(end.x) * dy - Double(end.y) * dx <= 0
    let isWithin = isLarge ? afterStart || beforeEnd : afterStart && beforeEnd
    let distance: Double
    if isWithin {
      distance = abs((dx * dx + dy * dy).squareRoot() - Double(radius.raw))
    } else {
      distance = min(separation(dx, dy, start), separation(dx, dy, end))
    }
    return Outline.alpha(128 &- Int32(max(-1e6, min(1e6, distance - Double(width.raw) / 2))))
  }

  private func separation(_ dx: Double, _ dy: Double, _ tip: Direction) -> Double {
    let reach = Double(radius.raw) / 65536
    let x = dx - Double(tip.x) * reach, y = dy - Double(tip.y) * reach
    return (x * x + y * y).squareRoot()
  }
}
