public import Raster
public import Support
public import Text

/// A text. Its size is the advance of the widest line by the line height times the number of lines.
public struct Label: FillableShape {
  /// Text and style are one object: layers are copied while they are laid out.
  private final class Content {
    let text: Bytes
    let style: TextStyle

    init(_ text: Bytes, _ style: TextStyle) { (self.text, self.style) = (text, style) }
  }

  private let content: Content

  /// A text in a style whose size is in points.
  public init(_ text: Bytes, _ style: TextStyle) { content = Content(text, style) }

  /// The size of the text broken into lines of the offered width.
  public func size(offered: Size, _ context: Context) -> Size {
    let paragraph = paragraph(within: offered, context)
    return Size(paragraph.width / context.scale, paragraph.height / context.scale)
  }

  /// Whether the text, broken into lines of the offered width, is whole (`Paragraph.isWhole`).
  public func isWhole(offered: Size, _ context: Context) -> Bool { paragraph(within: offered, context).isWhole }

  /// The coverage of the text broken into lines of the area's width; nil for a text without visible glyphs.
  public func shape(in area: Area, _ context: Context) -> Shape? {
    let left = context.pixelX(area.x), column = left.rounded(.down)
    let top = context.pixelY(area.y).rounded(.toNearestOrAwayFromZero)  // baselines are on whole pixels
    guard abs(left) < 1e6, abs(top) < 1e6,
      let mask = paragraph(within: area.size, context).mask(fraction: left - column)
    else { return nil }
    return .mask(mask.mask, x: Int32(column) + mask.x, y: Int32(top) + mask.y)
  }

  private func paragraph(within offered: Size, _ context: Context) -> Paragraph {
    let text = content.text
    var style = content.style
    style.size = max(style.size * context.scale, context.leastTextSize)
    // Not below 0: a text of a font whose lines have no height then fits, and nothing is divided by that height below.
    let width = offered.width * context.scale, height = max(0, offered.height * context.scale)
    let whole = context.typesetter.paragraph(text, style, within: width)
    if context.leastTextSize == 0 || whole.height < height + 0.01 { return whole }
    style.lineLimit = min(style.lineLimit, max(1, Int((height + 0.01) / whole.lineHeight)))
    return context.typesetter.paragraph(text, style, within: width)
  }
}
