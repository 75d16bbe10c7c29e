public import Notation
public import Raster
public import Text

/// Text in its typographic box: the widest line's advance by the line height.
public struct Label: Figure {
  let text: Bytes
  let style: TextStyle

  /// The style's size is in points.
  public init(_ text: Bytes, _ style: TextStyle) { (self.text, self.style) = (text, style) }

  public func size(offered: Size, _ context: Context) -> Size {
    let paragraph = paragraph(within: offered.width, context)
    return Size(paragraph.width / context.scale, paragraph.height / context.scale)
  }

  public func shape(in area: Area, _ context: Context) -> Shape? {
    let left = context.pixelX(area.x), column = left.rounded(.down)
    let top = context.pixelY(area.y).rounded(.toNearestOrAwayFromZero)  // lines stand on whole pixels
    guard abs(left) < 1e6, abs(top) < 1e6,
      let mask = paragraph(within: area.width, context).mask(fraction: left - column)
    else { return nil }
    return .mask(mask.mask, x: Int32(column) + mask.x, y: Int32(top) + mask.y)
  }

  private func paragraph(within width: Double, _ context: Context) -> Paragraph {
    var style = style
    style.size *= context.scale
    return context.typesetter.paragraph(text, style, within: width * context.scale)
  }
}
