public import Raster

/// A layer with holes through which a common fill is visible.
public struct Cutout<Content: Layer>: Layer {
  let content: Content
  /// The opacity of the fill, 0…1.
  let opacity: Double
  /// The holes and their corner radii, in points, from the layer's area.
  let holes: (Area) -> [(area: Area, cornerRadius: Double)]
  let fill: (Area) -> Fill

  /// The size of the content.
  public func size(offered: Size, _ context: Context) -> Size { content.size(offered: offered, context) }

  /// Draws the content and, over it, the fill in every hole.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    content.draw(in: area, context, into: &drawOps)
    let paint = fill(area).paint(context), faded = context.faded(opacity)
    for hole in holes(area) {
      guard let shape = Rectangle(cornerRadius: hole.cornerRadius).shape(in: hole.area, faded) else { continue }
      faded.add(shape, paint, to: &drawOps)
    }
  }
}

extension Layer {
  /// Cuts rounded rectangles, given in points, out of the layer. The fill that is visible in them is computed from the
  /// layer's area, so that it continues from hole to hole; `opacity` 0…1 is that of the fill.
  public func cutouts(
    opacity: Double = 1, _ holes: @escaping (Area) -> [(area: Area, cornerRadius: Double)],
    fill: @escaping (Area) -> Fill
  ) -> Cutout<Self> {
    Cutout(content: self, opacity: opacity, holes: holes, fill: fill)
  }
}
