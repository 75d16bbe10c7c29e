public import Raster

/// A layer that is drawn with a changed context or area.
public struct Modified<Content: Layer>: Layer {
  let content: Content
  let change: Change

  /// The size of the content.
  public func size(offered: Size, _ context: Context) -> Size { content.size(offered: offered, context) }

  /// Draws the content with the changed context and area.
  @inline(never)
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    var context = context, area = area
    change.apply(to: &context, &area)
    content.draw(in: area, context, into: &drawOps)
  }
}

/// What changes. Unlike a closure, it needs no memory of its own in each frame.
enum Change {
  case opacity(Double)
  case offset(x: Double, y: Double)
  case scale(Double)
  case clip(cornerRadius: Double)
  case blend(BlendMode)

  /// Changes a context and an area.
  @inline(never)
  func apply(to context: inout Context, _ area: inout Area) {
    switch self {
    case .opacity(let value): context.opacity *= value
    case .offset(let x, let y):
      area.x += x
      area.y += y
    case .scale(let factor): context.scale(by: factor, about: area)
    case .clip(let cornerRadius):
      area = context.onWholeRows(area)
      context.clips.append(Clip(context.box(area), radius: Fixed(cornerRadius * context.scale)))
    case .blend(let mode): context.blend = mode
    }
  }
}

extension Layer {
  /// Multiplies the opacity of every drawing operation by `value`, 0…1. Overlapping parts are visible through each
  /// other.
  public func opacity(_ value: Double) -> Modified<Self> { Modified(content: self, change: .opacity(value)) }

  /// Draws the layer `x` points to the right and `y` points down; the layout does not change.
  public func offset(x: Double = 0, y: Double = 0) -> Modified<Self> {
    Modified(content: self, change: .offset(x: x, y: y))
  }

  /// Draws the layer scaled by `factor` about its centre; the layout does not change.
  public func scale(_ factor: Double) -> Modified<Self> { Modified(content: self, change: .scale(factor)) }

  /// Clips the layer to its area, moved to whole rows of pixels, with corners of `cornerRadius` points.
  public func clip(cornerRadius: Double = 0) -> Modified<Self> {
    Modified(content: self, change: .clip(cornerRadius: cornerRadius))
  }

  /// Draws every operation of the layer with a blend mode.
  public func blend(_ mode: BlendMode) -> Modified<Self> { Modified(content: self, change: .blend(mode)) }
}
