public import Raster

/// A part of a ring with round caps; the whole stroke lies inside the area.
public struct StrokedArc: FillableShape {
  let from, to: Angle
  let width: Double

  /// An arc clockwise from one angle to another, in turns from the top, with a stroke of `width` points, at most half
  /// of the area's shorter side.
  ///
  /// Nothing is drawn if `to` is not above `from`, and a whole ring if they are a turn or more apart.
  public init(from: Double, to: Double, width: Double) {
    self.from = Angle(from)
    self.to = Angle(to)
    self.width = width
  }

  /// A square with the shorter side of the offered size.
  public func size(offered: Size, _ context: Context) -> Size { FilledCircle().size(offered: offered, context) }

  /// The arc in the centre of an area.
  public func shape(in area: Area, _ context: Context) -> Shape? {
    let length = to.value - from.value
    let square = area.aligned(size(offered: area.size, context)), width = min(width, square.width / 2)
    if length <= 0 { return nil }
    if length >= 1 {
      let inner = Area(square.x + width / 2, square.y + width / 2, square.width - width, square.height - width)
      return StrokedCircle(width: width).shape(in: inner, context)
    }
    return .arc(
      Arc(
        centerX: Fixed(context.pixelX(square.x + square.width / 2)),
        centerY: Fixed(context.pixelY(square.y + square.height / 2)),
        radius: Fixed((square.width - width) / 2 * context.scale), width: Fixed(width * context.scale),
        from: Arc.Direction(x: from.sine, y: -from.cosine), to: Arc.Direction(x: to.sine, y: -to.cosine),
        isLarge: length > 0.5))
  }
}
