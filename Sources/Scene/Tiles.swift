public import Raster

/// A picture repeated from left to right over the whole width, centred vertically, at fractions of a pixel.
public struct Tiles: Layer {
  let artwork: Artwork
  let width, height, offset: Double

  /// Tiles of `width` × `height` points; `offset` moves all of them to the right, in points.
  public init(_ artwork: Artwork, width: Double, height: Double, offset: Double) {
    self.artwork = artwork
    self.width = width
    self.height = height
    self.offset = offset
  }

  /// The offered size.
  public func size(offered: Size, _ context: Context) -> Size { offered }

  /// Draws the tiles; nothing in an area of 100 000 points or more, or for tiles narrower than a pixel.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    let wide = (width * context.scale).rounded(), turns = offset / width
    guard area.width.isFinite, area.width < 100_000, wide >= 1, turns.isFinite else { return }
    // In 1/256 pixel, so that each tile begins exactly where the one before ends.
    var x = (context.pixelX(area.x) * 256 + (turns - turns.rounded(.up)) * wide * 256).rounded() / 256
    while x < context.pixelX(area.x + area.width) {
      Image.draw(
        artwork, x: x, y: context.pixelY(area.y + (area.height - height) / 2).rounded(), width: wide,
        height: (height * context.scale).rounded(), repeats: true, context, into: &drawOps)
      x += wide
    }
  }
}
