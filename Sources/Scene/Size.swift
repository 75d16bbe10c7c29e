/// A width and a height in points.
public struct Size: Equatable {
  /// The lengths in points; infinite where there is no limit.
  public var width, height: Double

  /// A size from its width and height, in points.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// No width and no height.
  public static var zero: Size { Size(0, 0) }
  /// An infinite width and height.
  public static var unlimited: Size { Size(.infinity, .infinity) }
}
