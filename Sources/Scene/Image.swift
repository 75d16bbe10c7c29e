public import Raster

/// A picture that fills its room; in its own size where the room has no end.
public struct Image: Layer {
  let artwork: Artwork
  public init(_ artwork: Artwork) { self.artwork = artwork }

  public func size(offered: Size, _ context: Context) -> Size {
    offered.width.isFinite && offered.height.isFinite ? offered : artwork.size
  }

  public func draw(in area: Area, _ context: Context, into marks: inout [Mark]) {
    // Whole pixels: a picture that moves stays as sharp as one that stands.
    let left = context.pixelX(area.x).rounded(), top = context.pixelY(area.y).rounded()
    let width = (area.width * context.scale).rounded(), height = (area.height * context.scale).rounded()
    guard abs(left) < 1e6, abs(top) < 1e6, (1...16384).contains(width), (1...16384).contains(height) else { return }
    let picture = artwork.picture(width: Int32(width), height: Int32(height))
    let box = Box(minX: Fixed(left), minY: Fixed(top), maxX: Fixed(left + width), maxY: Fixed(top + height))
    context.add(.box(box, radius: Fixed(raw: 0)), .picture(picture, x: Int32(left), y: Int32(top)), to: &marks)
  }
}
