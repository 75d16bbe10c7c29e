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
  }

  /// The geometry of the gradient.
  public enum Axis: Equatable {
    /// A linear gradient from one point to another.
    case line(fromX: Fixed, fromY: Fixed, toX: Fixed, toY: Fixed)
    /// A radial gradient around a point, from one radius to another.
    case circles(x: Fixed, y: Fixed, fromRadius: Fixed, toRadius: Fixed)
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

  /// True if all rows are the same: a line without a vertical part.
  var isSameInEveryRow: Bool {
    if case .line(_, let fromY, _, let toY) = axis { fromY == toY } else { false }
  }

  /// Writes the premultiplied colours of the pixels `x..<x + count` of row `y`, with the ramp's alpha.
  ///
  /// The channels are interpolated in sRGB with straight alpha, then multiplied by alpha
  /// (docs/loaders.md, "Colours and blending").
  @_optimize(speed) @inline(never)
  func write(to row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int, _ ramp: Ramp) {
    let pixelX = Double(x) * 256 + 128, pixelY = Double(y) * 256 + 128
    switch axis {
    case .line(let fromX, let fromY, let toX, let toY):
      let dx = Double(toX.raw - fromX.raw), dy = Double(toY.raw - fromY.raw)
      let unit = 65536 / max(1, dx * dx + dy * dy), step = dx * 256 * unit
      let start = ((pixelX - Double(fromX.raw)) * dx + (pixelY - Double(fromY.raw)) * dy) * unit
      ramp.write(to: row, count: count) { start + Double($0) * step }
    case .circles(let centerX, let centerY, let fromRadius, let toRadius):
      let dx = pixelX - Double(centerX.raw), dy = pixelY - Double(centerY.raw)
      let first = Double(fromRadius.raw), unit = 65536 / max(1, Double(toRadius.raw) - first), square = dy * dy
      ramp.write(to: row, count: count) { index in
        let x = dx + Double(index) * 256
        return ((x * x + square).squareRoot() - first) * unit
      }
    }
  }

  /// Writes the colours of the pixels `x..<x + count` for a gradient whose rows are all equal, without a ramp; `alpha`
  /// (0…255) multiplies the colours' alpha.
  func write(to row: UnsafeMutablePointer<UInt32>, x: Int32, count: Int, alpha: UInt32) {
    guard case .line(let fromX, _, let toX, _) = axis else { return }
    let dx = Double(toX.raw - fromX.raw)
    // The position along the line in 2^-32 of its length: one division, then integer additions from pixel to pixel.
    let unit = dx != 0 ? 4_294_967_296.0 / dx : 0
    let along = (Double(x) * 256 + 128 - Double(fromX.raw)) * unit
    let start = Int64(max(-9e17, min(9e17, along))), step = Int64(max(-9e12, min(9e12, 256 * unit)))
    for index in 0..<count { row[index] = color(at: (start &+ Int64(index) &* step) >> 16, alpha: alpha) }
  }

  /// The premultiplied colour at a location between start and end, in 1/65536, with its alpha times `alpha` / 255.
  func color(at location: Int64, alpha: UInt32) -> UInt32 {
    guard let first = stops.first, let last = stops.last else { return 0 }
    if location <= Int64(first.location) { return scaled(first.color.premultiplied, by: alpha) }
    if location >= Int64(last.location) { return scaled(last.color.premultiplied, by: alpha) }
    var segment = 0
    while location > Int64(stops[segment + 1].location) { segment += 1 }
    let from = stops[segment], to = stops[segment + 1]
    let fraction = Int32((location - Int64(from.location)) << 12 / Int64(max(1, to.location - from.location)))
    return scaled(mixed(from.color, to.color, fraction).premultiplied, by: alpha)
  }

  /// Interpolates each channel with straight alpha; `fraction` is in 1/4096.
  @inline(__always)
  private func mixed(_ from: Color, _ to: Color, _ fraction: Int32) -> Color {
    func channel(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (Int32(a) << 12 &+ (Int32(b) - Int32(a)) &* fraction &+ 2048) >> 12)
    }
    return Color(
      red: channel(from.red, to.red), green: channel(from.green, to.green), blue: channel(from.blue, to.blue),
      alpha: channel(from.alpha, to.alpha))
  }
}
