import Raster
public import Text

/// The state that a layer inherits from the layers around it: transform, opacity, blend mode and clips.
public struct Context {
  /// Breaks the texts of labels into lines.
  public let typesetter: Typesetter
  /// Pixels per point.
  public private(set) var scale: Double
  /// Text is never drawn smaller, in pixels. If it is above 0, a text that is too high for its area is shortened.
  public var leastTextSize = 0.0
  /// The position of the point (0, 0), in pixels.
  var originX = 0.0, originY = 0.0
  /// The product of all opacities, 0…1.
  var opacity = 1.0
  var blend = BlendMode.over
  /// The clips, in pixels.
  var clips: [Clip] = []

  /// The context of a whole frame; `scale` is in pixels per point.
  public init(_ typesetter: Typesetter, scale: Double) {
    self.typesetter = typesetter
    self.scale = scale
  }

  /// The area, in points, of a screen of this size in pixels.
  public func screen(of pixels: Size) -> Area { Area(0, 0, pixels.width / scale, pixels.height / scale) }

  /// Converts a position from points to pixels.
  func pixelX(_ x: Double) -> Double { originX + x * scale }
  func pixelY(_ y: Double) -> Double { originY + y * scale }

  /// Converts a rectangle from points to pixels.
  func box(_ area: Area) -> Box {
    Box(
      minX: Fixed(pixelX(area.x)), minY: Fixed(pixelY(area.y)), maxX: Fixed(pixelX(area.x + area.width)),
      maxY: Fixed(pixelY(area.y + area.height)))
  }

  /// An area moved to whole rows of pixels: the nearest ones, and at least one.
  public func onWholeRows(_ area: Area) -> Area {
    let top = pixelY(area.y).rounded(.toNearestOrAwayFromZero)
    let height = max(1, (area.height * scale).rounded(.toNearestOrAwayFromZero))
    return Area(area.x, (top - originY) / scale, area.width, height / scale)
  }

  /// Appends a drawing operation with the inherited opacity, blend mode and clips.
  func add(_ shape: Shape, _ paint: Paint, to drawOps: inout [DrawOp]) {
    let opacity = UInt8((max(0, min(1, self.opacity)) * 255).rounded(.toNearestOrAwayFromZero))
    drawOps.append(DrawOp(shape, paint, opacity: opacity, blend: blend, clips: clips))
  }

  /// The context with its opacity multiplied by `opacity`, 0…1.
  func faded(_ opacity: Double) -> Context {
    var context = self
    context.opacity *= opacity
    return context
  }

  /// Scales everything by `factor` about the centre of `area`.
  public mutating func scale(by factor: Double, about area: Area) {
    let x = area.x + area.width / 2, y = area.y + area.height / 2
    originX += x * scale * (1 - factor)
    originY += y * scale * (1 - factor)
    scale *= factor
  }
}
