public import Raster

/// The largest filled circle that fits.
public struct FilledCircle: FillableShape {
  /// A filled circle.
  public init() {}

  /// A square with the shorter side of the offered size.
  public func size(offered: Size, _ context: Context) -> Size {
    let side = min(offered.width, offered.height)
    return Size(side, side)
  }

  /// The circle in the centre of an area.
  public func shape(in area: Area, _ context: Context) -> Shape? {
    let box = context.box(area.aligned(size(offered: area.size, context)))
    return .box(box, radius: Fixed(raw: (box.maxX - box.minX).raw / 2))
  }
}
