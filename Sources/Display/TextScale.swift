/// Pixels per point of a display, so that text has about the same physical size on all displays.
public struct TextScale {
  /// Pixels per point: 1 to 4, in steps of a quarter. A point is 1/160 inch.
  public let value: Double

  /// Computes the scale from the mode in pixels and the physical size.
  ///
  /// Sizes that cannot be right are ignored (0, less than 10 mm, more than 4 m, or only the aspect ratio as 160×90 or
  /// 16×9; see docs/display.md, "Physical size and scale"). Then a mode with many pixels is taken for a dense display.
  public init(width: Int32, height: Int32, millimetres: (width: Int32, height: Int32)) {
    let isRatio = [160, 16].contains(millimetres.width) && [90, 100, 9, 10].contains(millimetres.height)
    let isPlausible = !isRatio && (10...4000).contains(millimetres.width) && (10...4000).contains(millimetres.height)
    if isPlausible {
      let density = Double(max(width, height)) / Double(max(millimetres.width, millimetres.height)) * 25.4
      value = max(1, min(4, (density / 160 * 4).rounded() / 4))
    } else {
      value = min(width, height) >= 2000 ? 2 : min(width, height) >= 1400 ? 1.5 : 1
    }
  }
}
