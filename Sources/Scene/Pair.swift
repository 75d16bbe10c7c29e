public import Raster

/// The members of two layers in sequence: the type to which `LayerBuilder` converts the statements of a block.
public struct Pair<A: Layer, B: Layer>: Group {
  let a: A, b: B

  /// The number of members of both layers.
  public var count: Int { a.count + b.count }

  /// The size of a member, in points.
  public func size(of member: Int, offered: Size, _ context: Context) -> Size {
    member < a.count
      ? a.size(of: member, offered: offered, context) : b.size(of: member - a.count, offered: offered, context)
  }

  /// Draws a member in an area.
  public func draw(_ member: Int, in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    if member < a.count {
      a.draw(member, in: area, context, into: &drawOps)
    } else {
      b.draw(member - a.count, in: area, context, into: &drawOps)
    }
  }
}
