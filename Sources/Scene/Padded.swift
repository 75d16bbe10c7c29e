public import Raster

/// A layer with a margin on all sides.
public struct Padded<Content: Layer>: Layer {
  let content: Content
  let margin: Double

  /// The size of the content with the margins.
  public func size(offered: Size, _ context: Context) -> Size {
    let size = content.size(offered: Size(offered.width - 2 * margin, offered.height - 2 * margin), context)
    return Size(size.width + 2 * margin, size.height + 2 * margin)
  }

  /// Draws the content inside the margins of an area.
  @inline(never)
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    let inner = Area(area.x + margin, area.y + margin, area.width - 2 * margin, area.height - 2 * margin)
    content.draw(in: inner, context, into: &drawOps)
  }
}

extension Layer {
  /// Adds a margin of `margin` points on all sides.
  public func padding(_ margin: Double) -> Padded<Self> { Padded(content: self, margin: margin) }
}
