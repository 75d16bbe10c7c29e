/// Colours along a line or outwards from a point; before the first stop and after the last the end colours continue.
public struct Gradient: Equatable {
  public struct Stop: Equatable {
    /// 0 at the start, 1 at the end, in 1/65536.
    public let location: Int32
    public let color: Color

    public init(_ location: Double, _ color: Color) {
      self.location = Fixed(location * 256).raw
      self.color = color
    }
  }

  /// Where the start and the end are.
  public enum Axis: Equatable {
    case line(fromX: Fixed, fromY: Fixed, toX: Fixed, toY: Fixed)
    case circles(x: Fixed, y: Fixed, fromRadius: Fixed, toRadius: Fixed)
  }

  public var axis: Axis
  public var stops: [Stop]

  /// Stops have ascending locations.
  public init(_ axis: Axis, stops: [Stop]) { (self.axis, self.stops) = (axis, stops) }

  /// Whether a row of pixels is the same as the one above it.
  var isSameInEveryRow: Bool {
    if case .line(_, let fromY, _, let toY) = axis { fromY == toY } else { false }
  }

  /// Writes the premultiplied colours of the pixels `x ..< x + count` of row `y`, their alpha scaled by `alpha`.
  ///
  /// Straight-alpha channels are interpolated, then multiplied by alpha (loaders.md: "blended in sRGB space, with straight alpha").
  func write(to row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int, alpha: UInt32) {
    if stops.isEmpty { return fill(row, count: count, with: 0) }
    let pixelX = Double(x) * 256 + 128, pixelY = Double(y) * 256 + 128
    switch axis {
    case .line(let fromX, let fromY, let toX, let toY):
      let dx = Double(toX.raw - fromX.raw), dy = Double(toY.raw - fromY.raw)
      let length = dx * dx + dy * dy
      // Position along the line at 2^-32 of its length; one division a row, integers from pixel to pixel.
      let unit = length > 0 ? 4_294_967_296.0 / length : 0
      let along = (pixelX - Double(fromX.raw)) * dx + (pixelY - Double(fromY.raw)) * dy
      let start = Int64(max(-9e17, min(9e17, along * unit))), step = Int64(max(-9e12, min(9e12, dx * 256 * unit)))
      if step == 0 {
        write(to: row, count: min(1, count), alpha: alpha) { _ in start >> 16 }
        return fill(row + 1, count: count - 1, with: row[0])
      }
      write(to: row, count: count, alpha: alpha) { (start &+ Int64($0) &* step) >> 16 }
    case .circles(let centerX, let centerY, let fromRadius, let toRadius):
      let dx = pixelX - Double(centerX.raw), dy = pixelY - Double(centerY.raw)
      let first = Double(fromRadius.raw), unit = 65536 / max(1, Double(toRadius.raw) - first)
      write(to: row, count: count, alpha: alpha) { index in
        let across = dx + Double(index) * 256
        return Int64(max(-1e9, min(1e9, ((across * across + dy * dy).squareRoot() - first) * unit)))
      }
    }
  }

  /// `place` gives a pixel's position between start and end in 1/65536.
  @inline(__always)
  private func write(
    to row: UnsafeMutablePointer<UInt32>, count: Int, alpha: UInt32, _ place: (Int) -> Int64
  ) {
    let last = stops.count - 1
    let before = scaled(stops[0].color.premultiplied, by: alpha),
      after = scaled(stops[last].color.premultiplied, by: alpha)
    var segment = 0
    for index in 0..<count {
      let place = place(index)
      if place <= Int64(stops[0].location) {
        row[index] = before
      } else if place >= Int64(stops[last].location) {
        row[index] = after
      } else {
        while place > Int64(stops[segment + 1].location) { segment += 1 }
        while place < Int64(stops[segment].location) { segment -= 1 }
        let from = stops[segment], to = stops[segment + 1]
        let fraction = Int32((place - Int64(from.location)) << 12 / Int64(max(1, to.location - from.location)))
        row[index] = scaled(mixed(from.color, to.color, fraction).premultiplied, by: alpha)
      }
    }
  }

  /// `fraction` in 1/4096.
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
