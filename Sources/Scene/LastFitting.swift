public import Raster

/// A column, aligned at one edge and as wide as the offered width, of the last members that fit the offered height;
/// at least of the last one. Each is offered the height that those after it leave: a text is shortened to that.
public struct LastFitting<Content: Layer>: Layer {
  let spacing: Double
  let isTrailing: Bool
  let content: Content

  /// Members from top to bottom, `spacing` points apart, at the left edge or, with `isTrailing`, at the right one.
  public init(spacing: Double, isTrailing: Bool, @LayerBuilder _ content: () -> Content) {
    self.spacing = spacing
    self.isTrailing = isTrailing
    self.content = content()
  }

  /// The first member that fits, its size, and that of the column.
  private func fitting(_ offered: Size, _ context: Context) -> (first: Int, firstSize: Size, size: Size) {
    var first = content.count, firstSize = Size.zero, total = Size.zero
    while first > 0 {
      let used = first == content.count ? 0 : total.height + spacing
      let size = content.size(of: first - 1, offered: Size(offered.width, offered.height - used), context)
      if used + size.height > offered.height + 1e-6, first < content.count { break }
      first -= 1
      firstSize = size
      total = Size(max(total.width, size.width), used + size.height)
    }
    return (first, firstSize, total)
  }

  /// The offered width, or that of the widest member if it is without limit, and the height of the members that fit.
  public func size(offered: Size, _ context: Context) -> Size {
    let size = fitting(offered, context).size
    return Size(offered.width.isFinite ? offered.width : size.width, size.height)
  }

  /// Draws the members that fit, from the top of an area.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    let (first, firstSize, _) = fitting(area.size, context)
    var y = area.y
    for member in first..<content.count {
      let size = member == first ? firstSize : content.size(of: member, offered: area.size, context)
      let x = area.x + (isTrailing ? max(0, area.width - size.width) : 0)
      content.draw(member, in: Area(x, y, size.width, size.height), context, into: &drawOps)
      y += size.height + spacing
    }
  }
}
