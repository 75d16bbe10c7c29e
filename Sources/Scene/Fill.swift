public import Raster
import Support

/// The fill of a shape: a colour or a gradient. Positions and lengths are in points.
public enum Fill {
  /// One colour.
  case color(Color)
  /// A linear gradient between two points. The locations of the stops ascend.
  case line([Gradient.Stop], from: (x: Double, y: Double), to: (x: Double, y: Double))
  /// A radial gradient of evenly spaced colours around a point: the first colour up to the lower radius, the last
  /// colour from the upper radius on.
  case circles([Color], x: Double, y: Double, radii: ClosedRange<Double>)
  /// A glow around a point; `radius` is the length of `Glow.end`.
  case glow(Glow, x: Double, y: Double, radius: Double)

  /// A radial gradient around a position in an area.
  public static func circles(
    _ colors: [Color], center: UnitPoint, of area: Area, radii: ClosedRange<Double>
  ) -> Fill {
    .circles(colors, x: area.x + center.x * area.width, y: area.y + center.y * area.height, radii: radii)
  }

  /// A glow that reaches to the edge of the largest circle in an area.
  public static func glow(_ glow: Glow, in area: Area) -> Fill {
    .glow(
      glow, x: area.x + area.width / 2, y: area.y + area.height / 2,
      radius: min(area.width, area.height) / 2 * (glow.end / glow.reach))
  }

  /// A horizontal gradient from `x` over `width`; the end colours continue beyond it. The stops' locations ascend.
  public static func strip(_ stops: [Gradient.Stop], x: Double, width: Double) -> Fill {
    .line(stops, from: (x, 0), to: (x + width, 0))
  }

  /// A linear gradient of evenly spaced colours from the top left to the bottom right of an area.
  public static func diagonal(_ colors: [Color], in area: Area) -> Fill {
    .line(stops(of: colors), from: (area.x, area.y), to: (area.x + area.width, area.y + area.height))
  }

  /// A linear gradient of evenly spaced colours from the top to the bottom of an area.
  public static func vertical(_ colors: [Color], in area: Area) -> Fill {
    .line(stops(of: colors), from: (0, area.y), to: (0, area.y + area.height))
  }

  /// The paint in pixels.
  func paint(_ context: Context) -> Paint {
    switch self {
    case .color(let color): return .color(color)
    case .line(let stops, let from, let to):
      let axis = Gradient.Axis.line(
        fromX: Fixed(context.pixelX(from.x)), fromY: Fixed(context.pixelY(from.y)), toX: Fixed(context.pixelX(to.x)),
        toY: Fixed(context.pixelY(to.y)))
      return .gradient(Gradient(axis, stops: stops))
    case .circles(let colors, let x, let y, let radii):
      let axis = Gradient.Axis.circles(
        x: Fixed(context.pixelX(x)), y: Fixed(context.pixelY(y)), fromRadius: Fixed(radii.lowerBound * context.scale),
        toRadius: Fixed(radii.upperBound * context.scale))
      return .gradient(Gradient(axis, stops: Fill.stops(of: colors)))
    case .glow(let glow, let x, let y, let radius):
      let axis = Gradient.Axis.squares(
        x: Fixed(context.pixelX(x)), y: Fixed(context.pixelY(y)), radius: Fixed(radius * context.scale))
      return .gradient(Gradient(axis, stops: glow.stops))
    }
  }

  /// Stops for evenly spaced colours, the first at 0 and the last at 1.
  public static func stops(of colors: [Color]) -> [Gradient.Stop] {
    let last = Double(max(1, colors.count - 1))
    return colors.indices.map { Gradient.Stop(Double($0) / last, colors[$0]) }
  }
}
