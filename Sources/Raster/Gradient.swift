/// Colours along a line; before the first stop and after the last the end colours continue.
public struct Gradient: Equatable {
  public struct Stop: Equatable {
    /// 0 at the start of the line, 1 at its end, in 1/65536.
    public let location: Int32
    public let color: Color

    public init(_ location: Double, _ color: Color) {
      self.location = Fixed(location * 256).raw
      self.color = color
    }
  }

  public var startX, startY, endX, endY: Fixed
  public var stops: [Stop]

  /// Stops have ascending locations.
  public init(fromX startX: Fixed, y startY: Fixed, toX endX: Fixed, y endY: Fixed, stops: [Stop]) {
    (self.startX, self.startY, self.endX, self.endY, self.stops) = (startX, startY, endX, endY, stops)
  }

  /// Writes the premultiplied colours of the pixels `x ..< x + count` of row `y`, their alpha scaled by `alpha`.
  ///
  /// Straight-alpha channels are interpolated, then multiplied by alpha (loaders.md: "blended in sRGB space, with straight alpha").
  func write(to row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int, alpha: UInt32) {
    guard let first = stops.first, let last = stops.last else { return }
    let dx = Double(endX.raw - startX.raw), dy = Double(endY.raw - startY.raw)
    let length = dx * dx + dy * dy
    // Position along the line at 2^-32 of its length; one division a row, integers from pixel to pixel.
    let unit = length > 0 ? 4_294_967_296.0 / length : 0
    let offsetX = Double(x) * 256 + 128 - Double(startX.raw), offsetY = Double(y) * 256 + 128 - Double(startY.raw)
    let along = offsetX * dx + offsetY * dy
    var position = Int64(max(-9e17, min(9e17, along * unit)))
    let step = Int64(max(-9e12, min(9e12, dx * 256 * unit)))
    var segment = 0
    for index in 0..<count {
      let place = position >> 16
      position &+= step
      if place <= Int64(first.location) {
        row[index] = scaled(first.color.premultiplied, by: alpha)
      } else if place >= Int64(last.location) {
        row[index] = scaled(last.color.premultiplied, by: alpha)
      } else {
        while place > Int64(stops[segment + 1].location) { segment += 1 }
        while place < Int64(stops[segment].location) { segment -= 1 }
        let from = stops[segment], to = stops[segment + 1]
        let fraction = Int32((place - Int64(from.location)) << 12 / Int64(max(1, to.location - from.location)))
        row[index] = scaled(mixed(from.color, to.color, fraction).premultiplied, by: alpha)
      }
      if step == 0 {
        fill(row + 1, count: count - 1, with: row[0])
        return
      }
    }
  }

  /// `fraction` in 1/4096.
  private func mixed(_ from: Color, _ to: Color, _ fraction: Int32) -> Color {
    func channel(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (Int32(a) << 12 &+ (Int32(b) - Int32(a)) &* fraction &+ 2048) >> 12)
    }
    return Color(
      red: channel(from.red, to.red), green: channel(from.green, to.green), blue: channel(from.blue, to.blue),
      alpha: channel(from.alpha, to.alpha))
  }
}
