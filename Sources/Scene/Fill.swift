public import Raster

/// What a figure is filled with; lengths in points.
public enum Fill {
  case color(Color)
  /// Evenly spaced colours from left to right; beyond the ends the end colours continue.
  case strip([Color], x: Double, width: Double)
  /// Colours at places, 0…1, along a line.
  case line([(Double, Color)], from: (x: Double, y: Double), to: (x: Double, y: Double))
  /// Evenly spaced colours outwards from a point, the first up to the first radius, the last from the second on.
  case circles([Color], x: Double, y: Double, radii: ClosedRange<Double>)

  /// The same around a place in an area.
  public static func circles(
    _ colors: [Color], center: UnitPoint, of area: Area, radii: ClosedRange<Double>
  ) -> Fill {
    .circles(colors, x: area.x + center.x * area.width, y: area.y + center.y * area.height, radii: radii)
  }

  /// Evenly spaced colours from the top left to the bottom right of an area.
  public static func diagonal(_ colors: [Color], in area: Area) -> Fill {
    let last = Double(max(1, colors.count - 1))
    let stops = colors.enumerated().map { (Double($0.offset) / last, $0.element) }
    return .line(stops, from: (area.x, area.y), to: (area.x + area.width, area.y + area.height))
  }

  func paint(_ context: Context) -> Paint {
    switch self {
    case .color(let color): return .color(color)
    case .strip(let colors, let x, let width):
      return gradient(Fill.even(colors), (x, 0), (x + width, 0), context)
    case .line(let stops, let from, let to):
      return gradient(stops.map { Gradient.Stop($0.0, $0.1) }, from, to, context)
    case .circles(let colors, let x, let y, let radii):
      let axis = Gradient.Axis.circles(
        x: Fixed(context.pixelX(x)), y: Fixed(context.pixelY(y)), fromRadius: Fixed(radii.lowerBound * context.scale),
        toRadius: Fixed(radii.upperBound * context.scale))
      return .gradient(Gradient(axis, stops: Fill.even(colors)))
    }
  }

  private static func even(_ colors: [Color]) -> [Gradient.Stop] {
    let last = Double(max(1, colors.count - 1))
    return colors.enumerated().map { Gradient.Stop(Double($0.offset) / last, $0.element) }
  }

  private func gradient(
    _ stops: [Gradient.Stop], _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ context: Context
  ) -> Paint {
    let axis = Gradient.Axis.line(
      fromX: Fixed(context.pixelX(from.x)), fromY: Fixed(context.pixelY(from.y)), toX: Fixed(context.pixelX(to.x)),
      toY: Fixed(context.pixelY(to.y)))
    return .gradient(Gradient(axis, stops: stops))
  }
}

/// A figure with its fill, which may depend on where the figure is.
public struct Filled<Content: Figure>: Layer {
  let figure: Content
  let fill: (Area) -> Fill

  public func size(offered: Size, _ context: Context) -> Size { figure.size(offered: offered, context) }

  @inline(never)
  public func draw(in area: Area, _ context: Context, into marks: inout [Mark]) {
    guard let shape = figure.shape(in: area, context) else { return }
    context.add(shape, fill(area).paint(context), to: &marks)
  }
}

extension Figure {
  public func fill(_ color: Color) -> Filled<Self> { Filled(figure: self) { _ in .color(color) } }
  public func fill(_ fill: @escaping (Area) -> Fill) -> Filled<Self> { Filled(figure: self, fill: fill) }
}
