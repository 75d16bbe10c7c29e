public import Raster

/// Several layers. Outside of a `Stack` they are drawn one over the other, each centred.
public protocol Group: Layer {}

extension Group {
  /// The largest width and the largest height of the members.
  public func size(offered: Size, _ context: Context) -> Size {
    (0..<count).reduce(Size.zero) { total, member in
      let size = size(of: member, offered: offered, context)
      return Size(max(total.width, size.width), max(total.height, size.height))
    }
  }

  /// Draws every member in the centre of the area, the first at the bottom.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    for member in 0..<count {
      let size = size(of: member, offered: area.size, context)
      draw(member, in: area.aligned(size), context, into: &drawOps)
    }
  }
}

/// Several layers one over the other, each centred in the size of the largest.
public func Overlay<Content: Layer>(@LayerBuilder _ content: () -> Content) -> Content { content() }
