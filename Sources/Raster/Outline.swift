internal import CVector

/// A rounded rectangle, filled or stroked, as a signed distance in 1/256 pixel: negative inside.
///
/// The distance to a rounded box is Inigo Quilez's formula ("2D distance functions", rounded box). A pixel whose centre
/// is at least half a pixel inside is fully covered. A filled box without a radius uses the exact overlap of pixel and
/// box instead.
struct Outline {
  /// The rectangle; a stroke is centred on its edge.
  let box: Box
  /// The radius of the corners, at most half of the shorter side.
  let radius: Int32
  /// Half of the stroke's width; nil for a filled shape.
  let halfWidth: Int32?

  /// The outline of a box; `width` is that of the stroke, nil for a filled shape.
  init(_ box: Box, radius: Fixed, width: Fixed? = nil) {
    self.box = box
    // The extent may exceed the largest coordinate.
    let across = Int64(box.maxX.raw) - Int64(box.minX.raw), down = Int64(box.maxY.raw) - Int64(box.minY.raw)
    self.radius = Int32(max(0, min(Int64(radius.raw), min(across, down) / 2)))
    halfWidth = width.map { $0.raw / 2 }
  }

  /// The sum of two rows that have the same coverage; nil if the middle is not on an edge or in the middle of a pixel.
  var mirrorSum: Int32? {
    let ends = box.minY.raw &+ box.maxY.raw
    return ends & 255 == 0 ? (ends >> 8) &- 1 : nil
  }

  /// Computes the coverage of row `y` between `start` and `end`; `values` points at the pixel `start`.
  func row(_ y: Int32, from start: Int32, to end: Int32, into values: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    var row = CoverageRow(start..<end)
    let outsideY = self.outsideY(y)
    if !isSharp {
      // Pixels whose centres are farther outside are not covered.
      let reach = radius &+ (halfWidth ?? 0) &+ 130
      if outsideY > reach { return CoverageRow(start..<start) }
      let across = outsideY > 0 ? Outline.chord(reach, outsideY) : reach
      row = CoverageRow(
        from: box.minX.raw &+ radius &- across, to: box.maxX.raw &- radius &+ across, in: start..<end)
    }
    let even = (isSharp ? nil : core(outsideY)) ?? straight(y)
    row.setEven(from: even.start, to: even.end, even.value)
    // With the middle on an edge or in the middle of a pixel, the pixels x and `sum` − x have the same coverage.
    let ends = box.minX.raw &+ box.maxX.raw, sum = (ends >> 8) &- 1
    let first = ends & 255 == 0 ? row.start : row.end
    var x = row.start
    while x < row.end {
      if x == row.evenStart && row.evenStart < row.evenEnd {
        x = row.evenEnd
        continue
      }
      let twin = sum &- x, isKnown = twin >= first && twin < x && (twin < row.evenStart || twin >= row.evenEnd)
      values[Int(x &- start)] = isKnown ? values[Int(twin &- start)] : coverage(x, y)
      x &+= 1
    }
    return row
  }

  /// True for a filled box without rounded corners.
  var isSharp: Bool { radius == 0 && halfWidth == nil }

  /// The end of the rows from `y` on that have the same coverage: those between the corners, away from the upper and
  /// lower edge. It is `y` for another row.
  func straightEnd(_ y: Int32) -> Int32 {
    let most = min(0, radius &- 130 &- (halfWidth ?? 0))
    return outsideY(y) <= most ? ((box.maxY.raw &- radius &+ most &- 128) >> 8) &+ 1 : y
  }

  /// How far the centres of a row are above or below the centres of the corners, in 1/256 pixel; negative between them.
  private func outsideY(_ y: Int32) -> Int32 {
    let centerY = y &* 256 &+ 128
    return max(box.minY.raw &+ radius &- centerY, centerY &- box.maxY.raw &+ radius)
  }

  /// Half of the width of a circle at the distance `down` from its centre, rounded down, in 1/256 pixel.
  static func chord(_ radius: Int32, _ down: Int32) -> Int32 {
    let radius = Double(radius), down = Double(down)
    return whole_part(max(0, radius * radius - down * down).squareRoot())
  }

  /// The pixels of a row that are deep inside: fully covered in a filled shape, not covered in a stroked one.
  private func core(_ outsideY: Int32) -> (start: Int32, end: Int32, value: UInt8)? {
    let inset = 130 &+ (halfWidth ?? 0)
    guard outsideY <= radius &- inset else { return nil }
    let left = outsideY > 0 ? radius &- Outline.chord(radius &- inset, outsideY) : inset &- 2
    let start = (box.minX.raw &+ left &- 128 &+ 255) >> 8, end = ((box.maxX.raw &- left &- 128) >> 8) &+ 1
    return start < end ? (start, end, halfWidth == nil ? 255 : 0) : nil
  }

  /// The pixels of a row between the corners, which all have the same coverage.
  private func straight(_ y: Int32) -> (start: Int32, end: Int32, value: UInt8) {
    let reach = isSharp ? 0 : radius + (halfWidth ?? 0) + 512
    let start = (box.minX.raw + reach + 255) >> 8, end = (box.maxX.raw - reach) >> 8
    return (start, end, start < end ? coverage(start, y) : 0)
  }

  /// The coverage of the pixel at `x`, `y`, 0…255.
  @inline(__always)
  func coverage(_ x: Int32, _ y: Int32) -> UInt8 {
    if isSharp {
      let across = min(box.maxX.raw, x &* 256 &+ 256) &- max(box.minX.raw, x &* 256)
      let down = min(box.maxY.raw, y &* 256 &+ 256) &- max(box.minY.raw, y &* 256)
      return Outline.alpha((max(0, across) &* max(0, down) &+ 128) >> 8)
    }
    let centerX = x &* 256 &+ 128, centerY = y &* 256 &+ 128
    let outsideX = max(box.minX.raw &+ radius &- centerX, centerX &- box.maxX.raw &+ radius)
    let outsideY = max(box.minY.raw &+ radius &- centerY, centerY &- box.maxY.raw &+ radius)
    var distance = max(outsideX, outsideY)
    if outsideX > 0 && outsideY > 0 {
      let squares = Double(outsideX) * Double(outsideX) + Double(outsideY) * Double(outsideY)
      distance = whole_part(squares.squareRoot())
    }
    distance -= radius
    if let halfWidth { distance = abs(distance) &- halfWidth }
    return Outline.alpha(128 &- distance)
  }

  /// Converts coverage in 1/256, clamped to 0…256, to 0…255.
  @inline(__always)
  static func alpha(_ part: Int32) -> UInt8 {
    let part = max(0, min(256, part))
    return UInt8(truncatingIfNeeded: (part &* 255 &+ 128) >> 8)
  }
}
