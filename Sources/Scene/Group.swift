public import Raster

/// Several layers. Outside of a `Stack` they are drawn one over the other, each centred.
public protocol Group: Layer {}

extension Group {
  /// The largest width and the largest height of the members.
  public func size(offered: Size, _ context: Context) -> Size {
    Overlap.size(of: count) { size(of: $0, offered: offered, context) }
  }

  /// Draws every member in the centre of the area, the first at the bottom.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    Overlap.draw(
      count, in: area, { size(of: $0, offered: area.size, context) },
      { draw($0, in: $1, context, into: &drawOps) })
  }
}

/// Where the members of a group are. It knows only their sizes and not their types, so that the program has it once.
private enum Overlap {
  /// The size of `count` members; `measure` returns the size of a member.
  @inline(never)
  static func size(of count: Int, _ measure: (_ member: Int) -> Size) -> Size {
    var largest = Size.zero
    for member in 0..<count {
      let size = measure(member)
      largest = Size(max(largest.width, size.width), max(largest.height, size.height))
    }
    return largest
  }

  /// Draws `count` members: `paint` draws a member in its area.
  @inline(never)
  static func draw(
    _ count: Int, in area: Area, _ measure: (_ member: Int) -> Size, _ paint: (_ member: Int, Area) -> Void
  ) {
    for member in 0..<count { paint(member, area.aligned(measure(member))) }
  }
}

/// Several layers one over the other, each centred in the size of the largest.
public func Overlay<Content: Layer>(@LayerBuilder _ content: () -> Content) -> Content { content() }
