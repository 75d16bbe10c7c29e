public import Raster

/// A layer aligned in a frame of a fixed width, height or both.
public struct Framed<Content: Layer>: Layer {
  let content: Content
  let width, height: Double?
  let alignment: UnitPoint

  /// The fixed lengths; a nil length is that of the content.
  public func size(offered: Size, _ context: Context) -> Size {
    if let width, let height { return Size(width, height) }
    let size = content.size(offered: Size(width ?? offered.width, height ?? offered.height), context)
    return Size(width ?? size.width, height ?? size.height)
  }

  /// Draws the content in its own size, aligned in an area.
  @inline(never)
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    content.place(in: area, alignment, context, into: &drawOps)
  }
}

extension Layer {
  /// Puts the layer into a frame of `width` and `height` points; a nil length is that of the layer.
  public func frame(width: Double? = nil, height: Double? = nil, _ alignment: UnitPoint = .center) -> Framed<Self> {
    Framed(content: self, width: width, height: height, alignment: alignment)
  }
}
