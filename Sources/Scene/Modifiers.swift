public import Raster

/// A layer with something of its context or its place changed.
public struct Modified<Content: Layer>: Layer {
  let content: Content
  let change: (inout Context, inout Area) -> Void

  public func size(offered: Size, _ context: Context) -> Size { content.size(offered: offered, context) }

  @inline(never)
  public func draw(in area: Area, _ context: Context, into marks: inout [Mark]) {
    var context = context, area = area
    change(&context, &area)
    content.draw(in: area, context, into: &marks)
  }
}

/// A layer in a room of its own size; what is nil follows the layer.
public struct Framed<Content: Layer>: Layer {
  let content: Content
  let width, height: Double?
  let alignment: UnitPoint

  public func size(offered: Size, _ context: Context) -> Size {
    if let width, let height { return Size(width, height) }
    let size = content.size(offered: Size(width ?? offered.width, height ?? offered.height), context)
    return Size(width ?? size.width, height ?? size.height)
  }

  @inline(never)
  public func draw(in area: Area, _ context: Context, into marks: inout [Mark]) {
    content.place(in: area, alignment, context, into: &marks)
  }
}

/// Room around a layer.
public struct Padded<Content: Layer>: Layer {
  let content: Content
  let margin: Double

  public func size(offered: Size, _ context: Context) -> Size {
    let size = content.size(offered: Size(offered.width - 2 * margin, offered.height - 2 * margin), context)
    return Size(size.width + 2 * margin, size.height + 2 * margin)
  }

  @inline(never)
  public func draw(in area: Area, _ context: Context, into marks: inout [Mark]) {
    let inner = Area(area.x + margin, area.y + margin, area.width - 2 * margin, area.height - 2 * margin)
    content.draw(in: inner, context, into: &marks)
  }
}

/// A layer that fades as a whole: what lies behind a part of it does not shine through it.
public struct Faded<Content: Layer>: Layer {
  let content: Content
  let opacity: Double

  public func size(offered: Size, _ context: Context) -> Size { content.size(offered: offered, context) }

  @inline(never)
  public func draw(in area: Area, _ context: Context, into marks: inout [Mark]) {
    marks.addGroup(opacity: opacity) { content.draw(in: area, context, into: &$0) }
  }
}

extension [Mark] {
  /// Adds what `body` adds, as one group that is `opacity`, 0…1, opaque.
  public mutating func addGroup(opacity: Double, _ body: (inout [Mark]) -> Void) {
    if opacity >= 1 { return body(&self) }
    var group: [Mark] = []
    body(&group)
    let part = UInt8((Swift.max(0, opacity) * 255).rounded(.toNearestOrAwayFromZero))
    append(Mark(.group(group), .color(.clear), opacity: part))
  }
}

extension Layer {
  /// Fades it as a whole.
  public func fade(_ opacity: Double) -> Faded<Self> { Faded(content: self, opacity: opacity) }

  public func opacity(_ value: Double) -> Modified<Self> {
    Modified(content: self) { context, _ in context.opacity *= value }
  }

  public func offset(x: Double = 0, y: Double = 0) -> Modified<Self> {
    Modified(content: self) { _, area in (area.x, area.y) = (area.x + x, area.y + y) }
  }

  /// Drawn larger or smaller about its middle; its room stays as it is.
  public func scale(_ factor: Double) -> Modified<Self> {
    Modified(content: self) { context, area in context.scale(by: factor, about: area) }
  }

  /// Cut to its own room, with round corners of `cornerRadius` points.
  public func clip(cornerRadius: Double = 0) -> Modified<Self> {
    Modified(content: self) { context, area in
      context.clips.append(Clip(context.box(area), radius: Fixed(cornerRadius * context.scale)))
    }
  }

  public func blend(_ mode: BlendMode) -> Modified<Self> {
    Modified(content: self) { context, _ in context.blend = mode }
  }

  public func frame(width: Double? = nil, height: Double? = nil, _ alignment: UnitPoint = .center) -> Framed<Self> {
    Framed(content: self, width: width, height: height, alignment: alignment)
  }

  public func padding(_ margin: Double) -> Padded<Self> { Padded(content: self, margin: margin) }
}

/// Several layers as one, each in the middle of the room of the largest.
public func Overlay<Content: Layer>(@LayerBuilder _ content: () -> Content) -> Content { content() }
