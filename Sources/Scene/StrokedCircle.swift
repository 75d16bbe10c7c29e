public import Raster

/// The stroked edge of the largest circle that fits; half of the stroke lies outside.
public struct StrokedCircle: FillableShape {
  let width: Double

  /// A circle with a stroke of `width` points.
  public init(width: Double) { self.width = width }

  /// A square with the shorter side of the offered size.
  public func size(offered: Size, _ context: Context) -> Size { FilledCircle().size(offered: offered, context) }

  /// The circle in the centre of an area.
  public func shape(in area: Area, _ context: Context) -> Shape? {
    let box = context.box(area.aligned(size(offered: area.size, context)))
    return .outline(box, radius: Fixed(raw: (box.maxX - box.minX).raw / 2), width: Fixed(width * context.scale))
  }
}
