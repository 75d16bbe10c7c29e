public import Raster

/// A picture that repeats from left to right for as far as its room goes, at half the room's height.
public struct Tiles: Layer {
  let image: Image
  let width, height, offset: Double

  /// Points; `offset` moves the first one, and another stands on each side of it where there is room.
  public init(_ artwork: Artwork, width: Double, height: Double, offset: Double) {
    (image, self.width, self.height, self.offset) = (Image(artwork), width, height, offset)
  }

  public func size(offered: Size, _ context: Context) -> Size { offered }

  public func draw(in area: Area, _ context: Context, into marks: inout [Mark]) {
    guard area.width.isFinite, area.width < 100_000, width >= 1 else { return }
    var x = offset - (offset / width).rounded(.up) * width
    while x < area.width {
      image.draw(in: Area(area.x + x, area.y + (area.height - height) / 2, width, height), context, into: &marks)
      x += width
    }
  }
}
