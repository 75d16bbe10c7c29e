import Raster
public import Text

/// What a layer inherits from the layers around it.
public struct Context {
  public let typesetter: Typesetter
  /// Pixels a point.
  public private(set) var scale: Double
  var originX = 0.0, originY = 0.0
  var opacity = 1.0
  var blend = BlendMode.over
  var clips: [Clip] = []

  public init(_ typesetter: Typesetter, scale: Double) { (self.typesetter, self.scale) = (typesetter, scale) }

  /// Where a point is, in pixels.
  func pixelX(_ x: Double) -> Double { originX + x * scale }
  func pixelY(_ y: Double) -> Double { originY + y * scale }

  func box(_ area: Area) -> Box {
    Box(
      minX: Fixed(pixelX(area.x)), minY: Fixed(pixelY(area.y)), maxX: Fixed(pixelX(area.x + area.width)),
      maxY: Fixed(pixelY(area.y + area.height)))
  }

  /// Adds a mark with what is inherited.
  func add(_ shape: Shape, _ paint: Paint, to marks: inout [Mark]) {
    let opacity = UInt8((max(0, min(1, self.opacity)) * 255).rounded(.toNearestOrAwayFromZero))
    marks.append(Mark(shape, paint, opacity: opacity, blend: blend, clips: clips))
  }

  /// The same with everything in it `opacity` as opaque.
  func faded(_ opacity: Double) -> Context {
    var context = self
    context.opacity *= opacity
    return context
  }

  /// Makes everything `factor` as large, about the middle of `area`.
  public mutating func scale(by factor: Double, about area: Area) {
    let x = area.x + area.width / 2, y = area.y + area.height / 2
    originX += x * scale * (1 - factor)
    originY += y * scale * (1 - factor)
    scale *= factor
  }
}
