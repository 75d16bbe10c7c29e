public import Notation
public import Raster
public import Text

/// A shape without a colour: it masks what it is filled with.
public protocol Figure {
  func size(offered: Size, _ context: Context) -> Size
  /// Nil where there is nothing to fill.
  func shape(in area: Area, _ context: Context) -> Shape?
}

/// Takes all the room there is; corners are round by `cornerRadius` points.
public struct Rectangle: Figure {
  let cornerRadius: Double
  public init(cornerRadius: Double = 0) { self.cornerRadius = cornerRadius }

  public func size(offered: Size, _ context: Context) -> Size { offered }

  public func shape(in area: Area, _ context: Context) -> Shape? {
    .box(context.box(area), radius: Fixed(cornerRadius * context.scale))
  }
}

/// The largest disc that fits.
public struct Disc: Figure {
  public init() {}

  public func size(offered: Size, _ context: Context) -> Size {
    let side = min(offered.width, offered.height)
    return Size(side, side)
  }

  public func shape(in area: Area, _ context: Context) -> Shape? {
    let box = context.box(area.aligned(size(offered: area.size, context)))
    return .box(box, radius: Fixed(raw: (box.maxX - box.minX).raw / 2))
  }
}

/// The edge of the largest disc that fits: a line `width` points wide, half of it outside.
public struct Ring: Figure {
  let width: Double
  public init(width: Double) { self.width = width }

  public func size(offered: Size, _ context: Context) -> Size { Disc().size(offered: offered, context) }

  public func shape(in area: Area, _ context: Context) -> Shape? {
    let box = context.box(area.aligned(size(offered: area.size, context)))
    return .outline(box, radius: Fixed(raw: (box.maxX - box.minX).raw / 2), width: Fixed(width * context.scale))
  }
}

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
