public import Raster

/// A shape without a colour. It becomes a layer when it is filled.
public protocol FillableShape {
  /// The size that the shape takes of an offered size, in points.
  func size(offered: Size, _ context: Context) -> Size
  /// The shape in an area given in points; nil if there is nothing to draw.
  func shape(in area: Area, _ context: Context) -> Shape?
}
