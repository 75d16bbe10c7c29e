public import Raster
public import Scene

/// What is behind everything on a screen.
public enum Backdrop {
  case color(Color)
  /// Evenly spaced colours from top to bottom.
  case gradient([Color])
  /// A picture over a colour.
  case picture(Artwork, Fit, over: Color)

  public enum Fit {
    /// All of it, as large as it can be.
    case fit
    /// All of the screen, with what is too much cut off.
    case fill
    /// In its own size.
    case none
  }

  /// What is beneath its marks.
  public var color: Color {
    switch self {
    case .color(let color), .picture(_, _, let color): color
    case .gradient(let colors): colors.first ?? .black
    }
  }

  func draw(on screen: Area, _ context: Context, into marks: inout [Mark]) {
    switch self {
    case .color: break
    case .gradient(let colors):
      let last = Double(max(1, colors.count - 1))
      let stops = colors.enumerated().map { (Double($0.offset) / last, $0.element) }
      Rectangle().fill { .line(stops, from: (0, $0.y), to: (0, $0.y + $0.height)) }
        .draw(in: screen, context, into: &marks)
    case .picture(let picture, let fit, _):
      let across = screen.width / max(1, picture.size.width), down = screen.height / max(1, picture.size.height)
      let factor =
        switch fit {
        case .fit: min(across, down)
        case .fill: max(across, down)
        case .none: 1.0
        }
      let size = Size(picture.size.width * factor, picture.size.height * factor)
      Image(picture).draw(in: screen.aligned(size), context, into: &marks)
    }
  }
}
