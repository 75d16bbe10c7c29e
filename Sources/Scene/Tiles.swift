public import Raster

/// A picture repeated from left to right over the whole width, centred vertically.
public struct Tiles: Layer {
  let image: Image
  let width, height, offset: Double

  /// Tiles of `width` × `height` points; `offset` moves all of them to the right, in points.
  public init(_ artwork: Artwork, width: Double, height: Double, offset: Double) {
    image = Image(artwork)
    self.width = width
    self.height = height
    self.offset = offset
  }

  /// The offered size.
  public func size(offered: Size, _ context: Context) -> Size { offered }

  /// Draws the tiles; nothing in an area of 100 000 points or more, or for tiles narrower than a point.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    guard area.width.isFinite, area.width < 100_000, width >= 1 else { return }
    var x = offset - (offset / width).rounded(.up) * width
    while x < area.width {
      image.draw(in: Area(area.x + x, area.y + (area.height - height) / 2, width, height), context, into: &drawOps)
      x += width
    }
  }
}
