public import Raster

/// The members of a layer in a row or a column, `spacing` points apart.
public struct Stack<Content: Layer>: Layer {
  let arrangement: StackArrangement
  let content: Content

  /// The sum of the members' sizes and spacing along the axis, and the largest size across it.
  public func size(offered: Size, _ context: Context) -> Size {
    arrangement.size(of: content.count, offered: offered) { content.size(of: $0, offered: $1, context) }
  }

  /// Draws the members from the left or from the top.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    arrangement.draw(
      content.count, in: area, { content.size(of: $0, offered: $1, context) },
      { content.draw($0, in: $1, context, into: &drawOps) })
  }
}

/// Where the members of a stack are. It knows only their sizes and not their types, so that the program has it once.
struct StackArrangement {
  /// The direction in which the members follow each other.
  enum Axis { case horizontal, vertical }

  let axis: Axis
  let spacing: Double
  /// The alignment across the axis: 0 is leading or top, 1 trailing or bottom.
  let alignment: Double

  /// The size of `count` members; `measure` returns the size of a member.
  @inline(never)
  func size(of count: Int, offered: Size, _ measure: (_ member: Int, _ offered: Size) -> Size) -> Size {
    var total = Size.zero
    for member in 0..<count {
      let size = measure(member, remainder(of: offered, after: total, member))
      let gap = member > 0 ? spacing : 0
      total =
        axis == .horizontal
        ? Size(total.width + gap + size.width, max(total.height, size.height))
        : Size(max(total.width, size.width), total.height + gap + size.height)
    }
    return total
  }

  /// The part of an offered size that the members before `member` leave along the axis.
  private func remainder(of offered: Size, after used: Size, _ member: Int) -> Size {
    if member == 0 { return offered }
    return axis == .horizontal
      ? Size(max(0, offered.width - used.width - spacing), offered.height)
      : Size(offered.width, max(0, offered.height - used.height - spacing))
  }

  /// Draws `count` members: `paint` draws a member in its area.
  @inline(never)
  func draw(
    _ count: Int, in area: Area, _ measure: (_ member: Int, _ offered: Size) -> Size,
    _ paint: (_ member: Int, Area) -> Void
  ) {
    var position = 0.0
    for member in 0..<count {
      let used = Size(position - spacing, position - spacing)
      let size = measure(member, remainder(of: area.size, after: used, member))
      let child =
        axis == .horizontal
        ? Area(area.x + position, area.y + (area.height - size.height) * alignment, size.width, size.height)
        : Area(area.x + (area.width - size.width) * alignment, area.y + position, size.width, size.height)
      paint(member, child)
      position += (axis == .horizontal ? size.width : size.height) + spacing
    }
  }
}

/// Layers from left to right, `spacing` points apart; `alignment` is vertical, 0 (top) to 1 (bottom).
public func Row<Content: Layer>(
  spacing: Double = 0, alignment: Double = 0.5, @LayerBuilder _ content: () -> Content
) -> Stack<Content> {
  Stack(
    arrangement: StackArrangement(axis: .horizontal, spacing: spacing, alignment: alignment), content: content())
}

/// Layers from top to bottom, `spacing` points apart; `alignment` is horizontal, 0 (leading) to 1 (trailing).
public func Column<Content: Layer>(
  spacing: Double = 0, alignment: Double = 0.5, @LayerBuilder _ content: () -> Content
) -> Stack<Content> {
  Stack(arrangement: StackArrangement(axis: .vertical, spacing: spacing, alignment: alignment), content: content())
}
