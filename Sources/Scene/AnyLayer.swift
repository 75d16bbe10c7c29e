public import Raster

/// A layer of any type, so that layers of several types can be in one array.
public struct AnyLayer: Layer {
  private let measure: (Size, Context) -> Size
  private let paint: (Area, Context, inout [DrawOp]) -> Void

  /// Erases the type of a layer.
  public init<Content: Layer>(_ layer: Content) {
    measure = { layer.size(offered: $0, $1) }
    paint = { layer.draw(in: $0, $1, into: &$2) }
  }

  /// The size of the layer.
  public func size(offered: Size, _ context: Context) -> Size { measure(offered, context) }

  /// Draws the layer.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) { paint(area, context, &drawOps) }
}
