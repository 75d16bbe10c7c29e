public import Raster

/// What a figure is filled with; lengths in points.
public enum Fill {
  case color(Color)
  /// Evenly spaced colours from left to right; beyond the ends the end colours continue.
  case strip([Color], x: Double, width: Double)
  /// Colours at places, 0…1, along a line.
  case line([(Double, Color)], from: (x: Double, y: Double), to: (x: Double, y: Double))

  func paint(_ context: Context) -> Paint {
    switch self {
    case .color(let color): return .color(color)
    case .strip(let colors, let x, let width):
      let last = Double(max(1, colors.count - 1))
      let stops = colors.enumerated().map { Gradient.Stop(Double($0.offset) / last, $0.element) }
      return gradient(stops, (x, 0), (x + width, 0), context)
    case .line(let stops, let from, let to):
      return gradient(stops.map { Gradient.Stop($0.0, $0.1) }, from, to, context)
    }
  }

  private func gradient(
    _ stops: [Gradient.Stop], _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ context: Context
  ) -> Paint {
    .gradient(
      Gradient(
        fromX: Fixed(context.pixelX(from.x)), y: Fixed(context.pixelY(from.y)), toX: Fixed(context.pixelX(to.x)),
        y: Fixed(context.pixelY(to.y)), stops: stops))
  }
}

/// A figure with its fill, which may depend on where the figure is.
public struct Filled<Content: Figure>: Layer {
  let figure: Content
  let fill: (Area) -> Fill

  public func size(offered: Size, _ context: Context) -> Size { figure.size(offered: offered, context) }

  public func draw(in area: Area, _ context: Context, into marks: inout [Mark]) {
    guard let shape = figure.shape(in: area, context) else { return }
    let opacity = UInt8((max(0, min(1, context.opacity)) * 255).rounded(.toNearestOrAwayFromZero))
    marks.append(
      Mark(shape, fill(area).paint(context), opacity: opacity, blend: context.blend, clips: context.clips))
  }
}

extension Figure {
  public func fill(_ color: Color) -> Filled<Self> { Filled(figure: self) { _ in .color(color) } }
  public func fill(_ fill: @escaping (Area) -> Fill) -> Filled<Self> { Filled(figure: self, fill: fill) }
}
