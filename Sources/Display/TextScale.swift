/// How many pixels a point is on a display, so that text has about the same size on all of them.
///
/// A point is 1/160 of an inch, as on hand-held devices; never less than a pixel, in quarters, at most 4.
public struct TextScale {
  public let value: Double

  /// Sizes that cannot be (0, less than 10 mm, or more than 4 m), and those that only repeat the aspect ratio
  /// (160×90, 16×9: display.md, F4), are not believed: then a large mode is taken for a dense display.
  public init(width: Int32, height: Int32, millimetres: (width: Int32, height: Int32)) {
    let isRatio = [160, 16].contains(millimetres.width) && [90, 100, 9, 10].contains(millimetres.height)
    let isBelievable = !isRatio && (10...4000).contains(millimetres.width) && (10...4000).contains(millimetres.height)
    if isBelievable {
      let density = Double(max(width, height)) / Double(max(millimetres.width, millimetres.height)) * 25.4
      value = max(1, min(4, (density / 160 * 4).rounded() / 4))
    } else {
      value = min(width, height) >= 2000 ? 2 : min(width, height) >= 1400 ? 1.5 : 1
    }
  }
}
