public import Raster

/// A picture that is stretched to the offered size.
public struct Image: Layer {
  let artwork: Artwork

  /// An image of an artwork.
  public init(_ artwork: Artwork) { self.artwork = artwork }

  /// The offered size, or the artwork's natural size if the offered one is infinite.
  public func size(offered: Size, _ context: Context) -> Size {
    offered.width.isFinite && offered.height.isFinite ? offered : artwork.size
  }

  /// Draws the picture stretched to an area; nothing if the area is smaller than a pixel or larger than 16384.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    // Rounded to whole pixels, so that a moving picture is as sharp as a still one.
    let left = context.pixelX(area.x).rounded(), top = context.pixelY(area.y).rounded()
    let width = (area.width * context.scale).rounded(), height = (area.height * context.scale).rounded()
    guard abs(left) < 1e6, abs(top) < 1e6, (1...16384).contains(width), (1...16384).contains(height) else { return }
    let picture = artwork.picture(width: Int32(width), height: Int32(height))
    let box = Box(minX: Fixed(left), minY: Fixed(top), maxX: Fixed(left + width), maxY: Fixed(top + height))
    context.add(.box(box, radius: Fixed(raw: 0)), .picture(picture, x: Int32(left), y: Int32(top)), to: &drawOps)
  }
}
