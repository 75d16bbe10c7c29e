public import Raster

/// Anything that takes room and can be drawn.
///
/// A group (what a builder makes of several layers) has members; any other layer is its only member.
///
/// What draws stays out of line: a copy in each scene that has one would make the scenes twice as large.
public protocol Layer {
  /// The room it takes, in points, when there is `offered`.
  func size(offered: Size, _ context: Context) -> Size
  func draw(in area: Area, _ context: Context, into marks: inout [Mark])

  var count: Int { get }
  func size(of member: Int, offered: Size, _ context: Context) -> Size
  func draw(_ member: Int, in area: Area, _ context: Context, into marks: inout [Mark])
}

extension Layer {
  public var count: Int { 1 }
  public func size(of member: Int, offered: Size, _ context: Context) -> Size { size(offered: offered, context) }
  public func draw(_ member: Int, in area: Area, _ context: Context, into marks: inout [Mark]) {
    draw(in: area, context, into: &marks)
  }

  /// Draws it in its own size, aligned in an area.
  public func place(
    in area: Area, _ alignment: UnitPoint = .center, _ context: Context, into marks: inout [Mark]
  ) {
    draw(in: area.aligned(size(offered: area.size, context), alignment), context, into: &marks)
  }
}

/// Layers one over the other, each in the middle.
public protocol Group: Layer {}

extension Group {
  public func size(offered: Size, _ context: Context) -> Size {
    (0..<count).reduce(Size.zero) { total, member in
      let size = size(of: member, offered: offered, context)
      return Size(max(total.width, size.width), max(total.height, size.height))
    }
  }

  public func draw(in area: Area, _ context: Context, into marks: inout [Mark]) {
    for member in 0..<count {
      let size = size(of: member, offered: area.size, context)
      draw(member, in: area.aligned(size), context, into: &marks)
    }
  }
}
