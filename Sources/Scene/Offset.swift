public import Raster

/// A layer that is drawn in an area other than its area of the layout.
public struct Offset<Content: Layer>: Layer {
  let content: Content
  let target: (Area) -> Area

  /// The size of the content.
  public func size(offered: Size, _ context: Context) -> Size { content.size(offered: offered, context) }

  /// Draws the content in the area that is computed from `area`.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    content.draw(in: target(area), context, into: &drawOps)
  }
}

extension Layer {
  /// Draws the layer in an area computed from its own; the layout does not change.
  public func offset(_ target: @escaping (Area) -> Area) -> Offset<Self> { Offset(content: self, target: target) }
}
