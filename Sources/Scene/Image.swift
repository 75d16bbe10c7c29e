public import Raster

/// A picture that is stretched to the offered size.
public struct Image: Layer {
  let artwork: Artwork
  /// True if it is drawn at fractions of a pixel from left to right.
  let isMoving: Bool

  /// An image of an artwork. It stands on whole pixels, so that it is sharp, unless it is moving.
  public init(_ artwork: Artwork, isMoving: Bool = false) {
    self.artwork = artwork
    self.isMoving = isMoving
  }

  /// The offered size, or the artwork's natural size if the offered one is infinite.
  public func size(offered: Size, _ context: Context) -> Size {
    offered.width.isFinite && offered.height.isFinite ? offered : artwork.size
  }

  /// Draws the picture stretched to an area; nothing if the area is smaller than a pixel or larger than 16384.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    let x = context.pixelX(area.x)
    Image.draw(
      artwork, x: isMoving ? x : x.rounded(), y: context.pixelY(area.y).rounded(),
      width: (area.width * context.scale).rounded(), height: (area.height * context.scale).rounded(), repeats: false,
      context, into: &drawOps)
  }

  /// Draws a picture in a size in whole pixels at `x`, which may be between two pixels. The box consists of whole
  /// pixels, so that there is no gap between two pictures of which each `repeats`.
  static func draw(
    _ artwork: Artwork, x: Double, y: Double, width: Double, height: Double, repeats: Bool, _ context: Context,
    into drawOps: inout [DrawOp]
  ) {
    guard abs(x) < 1e6, abs(y) < 1e6, (1...16384).contains(width), (1...16384).contains(height) else { return }
    let picture = artwork.picture(width: Int32(width), height: Int32(height))
    let column = x.rounded(.down), shift = UInt8((255 * (x - column)).rounded())
    let right = column + width + (shift > 0 && !repeats ? 1 : 0)
    context.add(
      .box(
        Box(minX: Fixed(column), minY: Fixed(y), maxX: Fixed(right), maxY: Fixed(y + height)), radius: Fixed(raw: 0)),
      shift == 0
        ? .picture(picture, x: Int32(column), y: Int32(y))
        : .movingPicture(picture, x: Int32(column), y: Int32(y), shift: shift, repeats: repeats), to: &drawOps)
  }
}
