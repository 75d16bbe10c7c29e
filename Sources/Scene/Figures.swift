public import Raster

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
public struct Circle: Figure {
  let width: Double
  public init(width: Double) { self.width = width }

  public func size(offered: Size, _ context: Context) -> Size { Disc().size(offered: offered, context) }

  public func shape(in area: Area, _ context: Context) -> Shape? {
    let box = context.box(area.aligned(size(offered: area.size, context)))
    return .outline(box, radius: Fixed(raw: (box.maxX - box.minX).raw / 2), width: Fixed(width * context.scale))
  }
}

/// A part of a ring, clockwise between two turns, with round ends; the line lies within the room.
public struct Sweep: Figure {
  let from, to: Turn
  let width: Double

  public init(from: Double, to: Double, width: Double) {
    (self.from, self.to, self.width) = (Turn(from), Turn(to), width)
  }

  public func size(offered: Size, _ context: Context) -> Size { Disc().size(offered: offered, context) }

  public func shape(in area: Area, _ context: Context) -> Shape? {
    let length = to.value - from.value
    let room = area.aligned(size(offered: area.size, context))
    if length <= 0 { return nil }
    if length >= 1 {
      let inner = Area(room.x + width / 2, room.y + width / 2, room.width - width, room.height - width)
      return Circle(width: width).shape(in: inner, context)
    }
    return .arc(
      Arc(
        centerX: Fixed(context.pixelX(room.x + room.width / 2)),
        centerY: Fixed(context.pixelY(room.y + room.height / 2)),
        radius: Fixed((room.width - width) / 2 * context.scale), width: Fixed(width * context.scale),
        from: Arc.Direction(x: from.sine, y: -from.cosine), to: Arc.Direction(x: to.sine, y: -to.cosine),
        isLarge: length > 0.5))
  }
}

/// The shadow of the largest disc that fits; `blur` points is twice the Gaussian's sigma.
public struct Shadow: Figure {
  let blur: Double
  public init(blur: Double) { self.blur = blur }

  public func size(offered: Size, _ context: Context) -> Size { Disc().size(offered: offered, context) }

  public func shape(in area: Area, _ context: Context) -> Shape? {
    let room = area.aligned(size(offered: area.size, context))
    return .softDisc(
      SoftDisc(
        centerX: Fixed(context.pixelX(room.x + room.width / 2)),
        centerY: Fixed(context.pixelY(room.y + room.height / 2)),
        radius: Fixed(room.width / 2 * context.scale), sigma: Fixed(blur / 2 * context.scale)))
  }
}
