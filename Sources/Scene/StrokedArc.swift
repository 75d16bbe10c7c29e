public import Raster

/// A part of a ring with round caps; the whole stroke lies inside the area.
public struct StrokedArc: FillableShape {
  let from, to: Angle
  let width: Double
  let includesCaps: Bool

  /// An arc clockwise from one angle to another, in turns from the top, with a stroke of `width` points, at most half
  /// of the area's shorter side.
  ///
  /// Nothing is drawn if `to` is not above `from`, and a whole ring if they are a turn or more apart. The caps lie
  /// beyond the angles unless `includesCaps`; an arc that is too short for them is a disc as wide as it is long.
  public init(from: Double, to: Double, width: Double, includesCaps: Bool = false) {
    self.from = Angle(from)
    self.to = Angle(to)
    self.width = width
    self.includesCaps = includesCaps
  }

  /// A square with the shorter side of the offered size.
  public func size(offered: Size, _ context: Context) -> Size { FilledCircle().size(offered: offered, context) }

  /// The arc in the centre of an area.
  public func shape(in area: Area, _ context: Context) -> Shape? {
    let length = to.value - from.value
    let square = area.aligned(size(offered: area.size, context)), width = min(width, square.width / 2)
    if length <= 0 || square.width <= 0 { return nil }
    if length >= 1 {
      let inner = Area(square.x + width / 2, square.y + width / 2, square.width - width, square.height - width)
      return StrokedCircle(width: width).shape(in: inner, context)
    }
    let radius = (square.width - width) / 2, x = square.x + square.width / 2, y = square.y + square.height / 2
    // A cap's angle in turns: asin(width / 2 / radius), to the third order.
    let slope = width / 2 / radius, cap = includesCaps ? slope * (1 + slope * slope / 6) / 6.283185307179586 : 0
    if length <= 2 * cap {
      let middle = Angle(from.value + length / 2), size = width * length / (2 * cap)
      return FilledCircle().shape(
        in: Area(x + radius * middle.sine - size / 2, y - radius * middle.cosine - size / 2, size, size), context)
    }
    let from = Angle(from.value + cap), to = Angle(to.value - cap)
    return .arc(
      Arc(
        centerX: Fixed(context.pixelX(x)), centerY: Fixed(context.pixelY(y)), radius: Fixed(radius * context.scale),
        width: Fixed(width * context.scale), from: Arc.Direction(x: from.sine, y: -from.cosine),
        to: Arc.Direction(x: to.sine, y: -to.cosine), isLarge: length - 2 * cap > 0.5))
  }
}
