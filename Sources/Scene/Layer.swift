public import Raster

/// An element of a scene: it has a size and can be drawn.
///
/// A group, to which `LayerBuilder` converts several layers, has members. Every other layer is its own only member.
///
/// Drawing functions are not inlined, because a copy in every loader would double the size of the program's drawing
/// code.
public protocol Layer {
  /// The size that the layer takes of an offered size, in points.
  func size(offered: Size, _ context: Context) -> Size
  /// Draws the layer in an area given in points.
  func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp])

  /// The number of members.
  var count: Int { get }
  /// The size that a member takes of an offered size, in points; `member` is `0..<count`.
  func size(of member: Int, offered: Size, _ context: Context) -> Size
  /// Draws a member in an area given in points; `member` is `0..<count`.
  func draw(_ member: Int, in area: Area, _ context: Context, into drawOps: inout [DrawOp])
}

extension Layer {
  /// 1: the layer itself.
  public var count: Int { 1 }
  /// The size of the layer.
  public func size(of member: Int, offered: Size, _ context: Context) -> Size { size(offered: offered, context) }
  /// Draws the layer.
  public func draw(_ member: Int, in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    draw(in: area, context, into: &drawOps)
  }

  /// Draws the layer in its own size, aligned in an area.
  public func place(
    in area: Area, _ alignment: UnitPoint = .center, _ context: Context, into drawOps: inout [DrawOp]
  ) {
    draw(in: area.aligned(size(offered: area.size, context), alignment), context, into: &drawOps)
  }
}
