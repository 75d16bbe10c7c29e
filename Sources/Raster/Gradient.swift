/// A linear or radial gradient. The end colours continue before the first stop and after the last one.
public struct Gradient: Equatable {
  /// A colour at a position of the gradient.
  public struct Stop: Equatable {
    /// The position in 1/65536: 0 at the start, 65536 at the end.
    public let location: Int32
    /// The colour at that position.
    public let color: Color

    /// A stop at `location`: 0 is the start, 1 the end.
    public init(_ location: Double, _ color: Color) {
      self.location = Fixed(location * 256).raw
      self.color = color
    }

    /// A stop at a location in 1/65536.
    public init(raw location: Int32, _ color: Color) { (self.location, self.color) = (location, color) }
  }

  /// The geometry of the gradient.
  public enum Axis: Equatable {
    /// A linear gradient from one point to another.
    case line(fromX: Fixed, fromY: Fixed, toX: Fixed, toY: Fixed)
    /// A radial gradient around a point, from one radius to another.
    case circles(x: Fixed, y: Fixed, fromRadius: Fixed, toRadius: Fixed)
    /// A radial gradient around a point, from the centre to a radius, by the square of the distance. It needs no root
    /// for each pixel.
    case squares(x: Fixed, y: Fixed, radius: Fixed)
  }

  /// Where the gradient starts and ends.
  public var axis: Axis
  /// The colours, by ascending location; a gradient without stops is transparent.
  public var stops: [Stop]

  /// A gradient; `stops` must have ascending locations.
  public init(_ axis: Axis, stops: [Stop]) {
    self.axis = axis
    self.stops = stops
  }

  /// True for a line without a vertical part: rows differ only by the matrix of the dither.
  var isHorizontal: Bool {
    if case .line(_, let fromY, _, let toY) = axis { fromY == toY } else { false }
  }

  /// True for a line that goes as far to the right as down: the colours depend on the sum of column and row.
  var isDiagonal: Bool {
    guard case .line(let fromX, let fromY, let toX, let toY) = axis else { return false }
    return toX.raw - fromX.raw == toY.raw - fromY.raw
  }

  /// The sum of two rows that have the same colours; nil if there is none.
  var mirrorSum: Int32? {
    switch axis {
    case .circles(_, let y, _, _), .squares(_, let y, _): y.raw & 127 == 0 ? (y.raw >> 7) &- 1 : nil
    case .line: nil
    }
  }

  /// True if every colour is opaque.
  var isOpaque: Bool { stops.allSatisfy { $0.color.alpha == 255 } && !stops.isEmpty }

  /// True if a level of the channel that changes fastest is more than two pixels wide where the colours change least:
  /// bands would be seen there.
  var isSlow: Bool { isSlow(flattest: Gradient.flattestSlope(of: stops)) }

  /// `isSlow`; `slope` is `flattestSlope(of:)`.
  func isSlow(flattest slope: Double) -> Bool {
    let length: Double
    switch axis {
    case .line(let fromX, let fromY, let toX, let toY):
      let dx = Double(toX.raw - fromX.raw), dy = Double(toY.raw - fromY.raw)
      length = (dx * dx + dy * dy).squareRoot()
    case .circles(_, _, let fromRadius, let toRadius): length = Double(toRadius.raw) - Double(fromRadius.raw)
    case .squares(_, _, let radius):
      guard let first = stops.first?.color, let last = stops.last?.color else { return false }
      return Double(radius.raw) > 2 * 256 * Double(first.difference(last))
    }
    return slope > 0 && length > 2 * 256 * 65536 * slope
  }

  /// The levels that the channel which changes fastest changes in 1/65536 of the way from start to end, between the two
  /// stops where that is least but not 0; 0 if all colours are equal.
  static func flattestSlope(of stops: [Stop]) -> Double {
    var flattest = 0.0
    var index = 1
    while index < stops.count {
      let from = stops[index - 1], to = stops[index], distance = to.location &- from.location
      index += 1
      if distance <= 0 || from.color == to.color { continue }
      let slope = Double(from.color.difference(to.color)) / Double(distance)
      flattest = flattest > 0 ? min(flattest, slope) : slope
    }
    return flattest
  }

  /// Writes the premultiplied colours of the pixels `x..<x + count` of row `y`, looked up in the gradient's ramp.
  @inline(never)
  func write(to row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int, _ ramp: Ramp) {
    let pixelX = Double(x) * 256 + 128, pixelY = Double(y) * 256 + 128
    switch axis {
    case .line(let fromX, let fromY, let toX, let toY):
      let dx = Double(toX.raw - fromX.raw), dy = Double(toY.raw - fromY.raw)
      let unit = 65536 / max(1, dx * dx + dy * dy), step = dx * 256 * unit
      let start = ((pixelX - Double(fromX.raw)) * dx + (pixelY - Double(fromY.raw)) * dy) * unit
      ramp.write(to: row, count: count, from: start, by: step)
    case .circles(let centerX, let centerY, let fromRadius, let toRadius):
      let dx = pixelX - Double(centerX.raw), dy = pixelY - Double(centerY.raw)
      let first = Double(fromRadius.raw), unit = 65536 / max(1, Double(toRadius.raw) - first)
      ramp.write(to: row, count: count, x: dx, down: dy, radius: first, unit)
    case .squares(let centerX, let centerY, let radius):
      let dy = pixelY - Double(centerY.raw), length = max(1, Double(radius.raw))
      // With the centre on an edge or in the middle of a pixel, the pixels i and `sum` − i are equally far from it.
      let sum = Int(centerX.raw >> 7) - 1 - 2 * Int(x), isEven = centerX.raw & 127 == 0
      let middle = isEven ? max(0, min(count, (sum + 1) >> 1)) : 0, mirrored = min(middle, max(0, sum - count + 1))
      func write(_ start: Int, _ end: Int) {
        ramp.write(
          to: row + start, count: end - start, x: pixelX - Double(centerX.raw) + Double(256 * start), square: dy * dy,
          65536 / (length * length))
      }
      write(middle, count)
      if mirrored > 0 { write(0, mirrored) }
      if mirrored < middle { mirror(row + mirrored, count: middle - mirrored, row + (sum - mirrored)) }
    }
    if ramp.isDithered { ramp.dither(row, count: count, Dither.thresholds(x: x, y: y)) }
  }

  /// Writes the premultiplied colours of the pixels `x..<x + count` of a horizontal gradient, without a ramp: one row,
  /// or the eight that repeat, `stride` pixels apart, if it is dithered.
  @inline(never)
  func write(to rows: UnsafeMutablePointer<UInt32>, stride: Int, isDithered: Bool, x: Int32, count: Int) {
    guard case .line(let fromX, _, let toX, _) = axis else { return }
    let dx = Double(toX.raw - fromX.raw)
    // The position along the line in 2^-32 of its length: one division, then integer additions from pixel to pixel.
    let unit = dx != 0 ? 4_294_967_296.0 / dx : 0
    let along = (Double(x) * 256 + 128 - Double(fromX.raw)) * unit
    let start = Int64(max(-9e17, min(9e17, along))), step = Int64(max(-9e12, min(9e12, 256 * unit)))
    let thresholds = isDithered ? Dither.columns : []
    stops.withUnsafeBufferPointer {
      var colors = GradientColors($0)
      thresholds.withUnsafeBufferPointer { thresholds in
        guard isDithered, let columns = thresholds.baseAddress else {
          return colors.write(to: rows, count: count, from: start, by: step)
        }
        for index in 0..<count {
          let location = (start &+ Int64(index) &* step) >> 16
          let column = columns + ((Int(x) &+ index) & 7) &* 8
          Dither.write(colors.fineColor(at: location), column, to: rows + index, stride: stride)
        }
      }
    }
  }
}

/// Writes `count` pixels in reverse order; the first one is at `last`. The two rows must not overlap.
@_optimize(speed) @inline(never)
private func mirror(_ row: UnsafeMutablePointer<UInt32>, count: Int, _ last: UnsafePointer<UInt32>) {
  var index = 0
  while index &+ 4 <= count {
    let four = UnsafeRawPointer(last - (index &+ 3)).loadUnaligned(as: SIMD4<UInt32>.self)
    UnsafeMutableRawPointer(row + index).storeBytes(
      of: SIMD4(four.w, four.z, four.y, four.x), as: SIMD4<UInt32>.self)
    index &+= 4
  }
  while index < count {
    row[index] = last[-index]
    index &+= 1
  }
}
