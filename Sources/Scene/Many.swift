public import Raster

/// Any number of layers of one type: the type to which `LayerBuilder` converts `for`, and `if` without `else`.
///
/// They are used where they lie in memory: a copy costs more than their size.
public struct Many<A: Layer>: Group {
  let layers: [A]

  /// The number of layers.
  public var count: Int { layers.count }

  /// The size of a layer, in points.
  public func size(of member: Int, offered: Size, _ context: Context) -> Size {
    layers.withUnsafeBufferPointer { $0[member].size(offered: offered, context) }
  }

  /// Draws a layer in an area.
  public func draw(_ member: Int, in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    layers.withUnsafeBufferPointer { $0[member].draw(in: area, context, into: &drawOps) }
  }
}
