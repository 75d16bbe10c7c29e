public import Raster

/// A rectangle that takes the whole offered size.
public struct Rectangle: FillableShape {
  let cornerRadius: Double

  /// A rectangle with corners of `cornerRadius` points.
  public init(cornerRadius: Double = 0) { self.cornerRadius = cornerRadius }

  /// The offered size.
  public func size(offered: Size, _ context: Context) -> Size { offered }

  /// The rounded rectangle of an area.
  public func shape(in area: Area, _ context: Context) -> Shape? {
    .box(context.box(area), radius: Fixed(cornerRadius * context.scale))
  }
}
