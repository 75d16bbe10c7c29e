public import Raster

/// Layers in a row or a column, `spacing` points apart.
public struct Stack<Content: Layer>: Layer {
  enum Axis { case horizontal, vertical }

  let axis: Axis
  let spacing: Double
  /// Across the axis: 0 is leading or top, 1 trailing or bottom.
  let alignment: Double
  let content: Content

  public func size(offered: Size, _ context: Context) -> Size {
    var total = Size.zero
    for member in 0..<content.count {
      let size = content.size(of: member, offered: left(of: offered, after: total, member), context)
      let gap = member > 0 ? spacing : 0
      total =
        axis == .horizontal
        ? Size(total.width + gap + size.width, max(total.height, size.height))
        : Size(max(total.width, size.width), total.height + gap + size.height)
    }
    return total
  }

  /// What members before one have left of the room along the axis.
  private func left(of room: Size, after used: Size, _ member: Int) -> Size {
    if member == 0 { return room }
    return axis == .horizontal
      ? Size(max(0, room.width - used.width - spacing), room.height)
      : Size(room.width, max(0, room.height - used.height - spacing))
  }

  public func draw(in area: Area, _ context: Context, into marks: inout [Mark]) {
    var place = 0.0
    for member in 0..<content.count {
      let used = Size(place - spacing, place - spacing)
      let size = content.size(of: member, offered: left(of: area.size, after: used, member), context)
      let child =
        axis == .horizontal
        ? Area(area.x + place, area.y + (area.height - size.height) * alignment, size.width, size.height)
        : Area(area.x + (area.width - size.width) * alignment, area.y + place, size.width, size.height)
      content.draw(member, in: child, context, into: &marks)
      place += (axis == .horizontal ? size.width : size.height) + spacing
    }
  }
}

public func Row<Content: Layer>(
  spacing: Double = 0, alignment: Double = 0.5, @LayerBuilder _ content: () -> Content
) -> Stack<Content> {
  Stack(axis: .horizontal, spacing: spacing, alignment: alignment, content: content())
}

public func Column<Content: Layer>(
  spacing: Double = 0, alignment: Double = 0.5, @LayerBuilder _ content: () -> Content
) -> Stack<Content> {
  Stack(axis: .vertical, spacing: spacing, alignment: alignment, content: content())
}
