public import Raster

/// One of two layers: the type to which `LayerBuilder` converts `if … else`.
public enum Either<A: Layer, B: Layer>: Group {
  /// The layer of one branch.
  case first(A), second(B)

  /// The number of members of the layer.
  public var count: Int {
    switch self {
    case .first(let layer): layer.count
    case .second(let layer): layer.count
    }
  }

  /// The size of a member, in points.
  public func size(of member: Int, offered: Size, _ context: Context) -> Size {
    switch self {
    case .first(let layer): layer.size(of: member, offered: offered, context)
    case .second(let layer): layer.size(of: member, offered: offered, context)
    }
  }

  /// Draws a member in an area.
  public func draw(_ member: Int, in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    switch self {
    case .first(let layer): layer.draw(member, in: area, context, into: &drawOps)
    case .second(let layer): layer.draw(member, in: area, context, into: &drawOps)
    }
  }
}
