public import Raster

/// A layer that is composited with one opacity: overlapping parts are not visible through each other.
public struct Faded<Content: Layer>: Layer {
  let content: Content
  let opacity: Double

  /// The size of the content.
  public func size(offered: Size, _ context: Context) -> Size { content.size(offered: offered, context) }

  /// Draws the content as one group.
  @inline(never)
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    drawOps.addGroup(opacity: opacity) { content.draw(in: area, context, into: &$0) }
  }
}

extension [DrawOp] {
  /// Appends the operations that `body` adds as one group with an opacity of 0…1; without a group if it is 1.
  public mutating func addGroup(opacity: Double, _ body: (inout [DrawOp]) -> Void) {
    if opacity >= 1 { return body(&self) }
    var group: [DrawOp] = []
    body(&group)
    let alpha = UInt8((Swift.max(0, opacity) * 255).rounded(.toNearestOrAwayFromZero))
    append(DrawOp(.group(group), .color(.clear), opacity: alpha))
  }
}

extension Layer {
  /// Composites the layer with one opacity, 0…1.
  public func fade(_ opacity: Double) -> Faded<Self> { Faded(content: self, opacity: opacity) }
}
