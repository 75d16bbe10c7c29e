/// Pixels per point of a display: what is drawn is readable from where the display is looked at, and fills the same
/// part of every large display.
public struct DisplayScale {
  /// Pixels per point: 0.5 to 8, in steps of a quarter.
  public let value: Double

  /// Parses the option `--millimetres`, the physical size of a display; none is 0×0, which is unknown. Throws for a
  /// value that is not a size.
  public static func millimetres(_ text: Bytes?) throws(UsageError) -> (width: Int32, height: Int32) {
    guard let text else { return (0, 0) }
    let size = try Extent(text, option: "millimetres")
    return (Int32(size.width.rounded()), Int32(size.height.rounded()))
  }

  /// Computes the scale from the mode in pixels and the physical size.
  ///
  /// The shorter side has at most 480 points and at least 200 points. In between a point is 1/160 inch. Sizes that
  /// cannot be right are ignored (0, less than 10 mm, more than 4 m, or only the aspect ratio as 160×90 or 16×9; see
  /// docs/display.md, "Physical size and scale").
  public init(width: Int32, height: Int32, millimetres: (width: Int32, height: Int32) = (0, 0)) {
    let isRatio = [160, 16].contains(millimetres.width) && [90, 100, 9, 10].contains(millimetres.height)
    let isPlausible = !isRatio && (10...4000).contains(millimetres.width) && (10...4000).contains(millimetres.height)
    let density =
      isPlausible
      ? Double(max(width, height)) / Double(max(millimetres.width, millimetres.height)) * 25.4 / 160 : 1
    let side = Double(min(width, height))
    let scale = min(side / 200, max(side / 480, density, 1))
    value = max(0.5, min(8, (scale * 4).rounded() / 4))
  }
}
