public import Raster
public import Scene

/// The background of a screen.
public enum Backdrop: Equatable {
  /// One colour for the whole screen.
  case color(Color)
  /// Evenly spaced colours from top to bottom.
  case gradient([Color])
  /// A picture in the middle, over a colour.
  case picture(Artwork, Fit, over: Color)

  /// How a background picture is scaled.
  public enum Fit: Equatable {
    /// As large as possible without cropping.
    case fit
    /// As small as possible while it covers the screen; the rest is cropped.
    case fill
    /// Not scaled.
    case none
  }

  /// The colour below everything that `draw` adds; for a gradient, its first colour.
  public var color: Color {
    switch self {
    case .color(let color), .picture(_, _, let color): color
    case .gradient(let colors): colors.first ?? .black
    }
  }

  /// Adds the draw operations of a gradient or a picture. A plain colour needs none: the renderer clears to `color`.
  func draw(on screen: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    switch self {
    case .color: break
    case .gradient(let colors):
      Rectangle().fill { .vertical(colors, in: $0) }.draw(in: screen, context, into: &drawOps)
    case .picture(let picture, let fit, _):
      let across = screen.width / max(1, picture.size.width), down = screen.height / max(1, picture.size.height)
      let factor =
        switch fit {
        case .fit: min(across, down)
        case .fill: max(across, down)
        case .none: 1.0
        }
      let size = Size(picture.size.width * factor, picture.size.height * factor)
      Image(picture).draw(in: screen.aligned(size), context, into: &drawOps)
    }
  }
}
