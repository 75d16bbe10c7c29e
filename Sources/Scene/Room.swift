public import Raster

/// A layer drawn in another area than its room, found from that room.
public struct Within<Content: Layer>: Layer {
  let content: Content
  let area: (Area) -> Area

  public func size(offered: Size, _ context: Context) -> Size { content.size(offered: offered, context) }

  public func draw(in room: Area, _ context: Context, into marks: inout [Mark]) {
    content.draw(in: area(room), context, into: &marks)
  }
}

/// A layer with holes, through which one fill shows.
public struct Holed<Content: Layer>: Layer {
  let content: Content
  let opacity: Double
  let holes: (Area) -> [(area: Area, cornerRadius: Double)]
  let fill: (Area) -> Fill

  public func size(offered: Size, _ context: Context) -> Size { content.size(offered: offered, context) }

  public func draw(in area: Area, _ context: Context, into marks: inout [Mark]) {
    content.draw(in: area, context, into: &marks)
    let fill = fill(area)
    for hole in holes(area) {
      Rectangle(cornerRadius: hole.cornerRadius).fill { _ in fill }
        .draw(in: hole.area, context.faded(opacity), into: &marks)
    }
  }
}

extension Layer {
  public func within(_ area: @escaping (Area) -> Area) -> Within<Self> { Within(content: self, area: area) }

  public func holes(
    opacity: Double = 1, _ holes: @escaping (Area) -> [(area: Area, cornerRadius: Double)],
    fill: @escaping (Area) -> Fill
  ) -> Holed<Self> {
    Holed(content: self, opacity: opacity, holes: holes, fill: fill)
  }
}
