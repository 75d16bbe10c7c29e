public import Raster

/// A shape with its fill, which may depend on the shape's area.
public struct Filled<Content: FillableShape>: Layer {
  let shape: Content
  let fill: (Area) -> Fill

  /// The size of the shape.
  public func size(offered: Size, _ context: Context) -> Size { shape.size(offered: offered, context) }

  /// Draws the filled shape in an area.
  @inline(never)
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    guard let shape = shape.shape(in: area, context) else { return }
    context.add(shape, fill(area).paint(context), to: &drawOps)
  }
}

extension FillableShape {
  /// Fills the shape with one colour.
  public func fill(_ color: Color) -> Filled<Self> { Filled(shape: self) { _ in .color(color) } }
  /// Fills the shape with a fill computed from the shape's area.
  public func fill(_ fill: @escaping (Area) -> Fill) -> Filled<Self> { Filled(shape: self, fill: fill) }
}
