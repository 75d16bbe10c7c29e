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

    /// A direction from its components in 1/65536.
    public init(rawX x: Int32, rawY y: Int32) { (self.x, self.y) = (x, y) }
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

  /// The pixels in which two arcs of one circle may differ: those around the old and the new place of each end. Nil if
  /// the circles differ, or if an end may have moved by more than an eighth of the circle.
  func changes(to other: Arc) -> (start: Rect, end: Rect)? {
    // Without a length, the arc is at both ends of a diameter.
    guard centerX == other.centerX, centerY == other.centerY, radius == other.radius, width == other.width,
      isLarge == other.isLarge, start != end, other.start != other.end,
      let starts = part(from: start, to: other.start), let ends = part(from: end, to: other.end)
    else { return nil }
    return (starts, ends)
  }

  /// The bounds of the stroke between two directions and of the caps there; nil if they are further apart than an
  /// eighth of the circle.
  private func part(from first: Direction, to second: Direction) -> Rect? {
    let cosine = Double(first.x) * Double(second.x) + Double(first.y) * Double(second.y)
    if radius.raw <= 0 || cosine < 0.7072 * 65536 * 65536 { return nil }
    let unit = Double(radius.raw) / 65536 / 256
    let x = (Double(first.x) * unit, Double(second.x) * unit), y = (Double(first.y) * unit, Double(second.y) * unit)
    let chord = (x.0 - x.1) * (x.0 - x.1) + (y.0 - y.1) * (y.0 - y.1)  // squared
    // The height of the arc above its chord is at most c² / 4r. The edge of a stroke is smoothed over less than a
    // pixel.
    let margin = Fixed(chord / Double(radius.raw) * 64 + Double(width.raw) / 512 + 1)
    return Box(
      minX: centerX + Fixed(min(x.0, x.1)), minY: centerY + Fixed(min(y.0, y.1)),
      maxX: centerX + Fixed(max(x.0, x.1)), maxY: centerY + Fixed(max(y.0, y.1))
    ).grown(by: margin).bounds
  }

  /// Computes the coverage of row `y` between `start` and `end`; `values` points at the pixel `start`.
  func row(_ y: Int32, from start: Int32, to end: Int32, into values: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    // Every covered pixel is near the circle; the ends are as exact as their directions.
    let dy = y &* 256 &+ 128 &- centerY.raw, reach = width.raw / 2 &+ 192
    if abs(dy) > radius.raw &+ reach { return CoverageRow(start..<start) }
    let outer = Outline.chord(radius.raw &+ reach, dy), hole = radius.raw &- reach
    var row = CoverageRow(from: centerX.raw &- outer, to: centerX.raw &+ outer, in: start..<end)
    if hole > abs(dy) {
      let inner = Outline.chord(hole, dy)
      row.setEven(
        from: (centerX.raw &- inner &+ 127) >> 8, to: ((centerX.raw &+ inner &- 128) >> 8) &+ 1, 0)
    }
    for x in row.start..<row.evenStart { values[Int(x &- start)] = coverage(x, dy) }
    for x in row.evenEnd..<row.end { values[Int(x &- start)] = coverage(x, dy) }
    return row
  }

  /// The coverage of the pixel at `x`, 0…255, from the distance of its centre to the arc; `down` is the distance of the
  /// row's centre from the circle's.
  private func coverage(_ x: Int32, _ down: Int32) -> UInt8 {
    let dx = Double(x &* 256 &+ 128 &- centerX.raw), dy = Double(down)
    let afterStart = Double(start.x) * dy - Double(start.y) * dx >= 0
    let beforeEnd = Double(end.x) * dy - Double(end.y) * dx <= 0
    let isBetweenEnds = isLarge ? afterStart || beforeEnd : afterStart && beforeEnd
    let distance: Double
    if isBetweenEnds {
      distance = abs((dx * dx + dy * dy).squareRoot() - Double(radius.raw))
    } else {
      distance = min(square(dx, dy, start), square(dx, dy, end)).squareRoot()
    }
    return Outline.alpha(128 &- Int32(max(-1e6, min(1e6, distance - Double(width.raw) / 2))))
  }

  /// The square of the distance of a point, given relative to the centre, from the end of the arc in the direction
  /// `tip`, in 1/256 pixel.
  @inline(__always)
  private func square(_ dx: Double, _ dy: Double, _ tip: Direction) -> Double {
    let unit = Double(radius.raw) / 65536
    let x = dx - Double(tip.x) * unit, y = dy - Double(tip.y) * unit
    return x * x + y * y
  }
}
