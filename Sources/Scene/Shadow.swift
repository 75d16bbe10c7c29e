public import Raster

/// The drop shadow of the largest circle that fits; the blur extends beyond the area.
public struct Shadow: FillableShape {
  let blur: Double

  /// A shadow with a blur radius of `blur` points, which is twice the Gaussian's standard deviation as in CSS.
  public init(blur: Double) { self.blur = blur }

  /// A square with the shorter side of the offered size.
  public func size(offered: Size, _ context: Context) -> Size { FilledCircle().size(offered: offered, context) }

  /// The shadow in the centre of an area.
  public func shape(in area: Area, _ context: Context) -> Shape? {
    let square = area.aligned(size(offered: area.size, context))
    return .blurredCircle(
      BlurredCircle(
        centerX: Fixed(context.pixelX(square.x + square.width / 2)),
        centerY: Fixed(context.pixelY(square.y + square.height / 2)),
        radius: Fixed(square.width / 2 * context.scale), sigma: Fixed(blur / 2 * context.scale)))
  }
}
