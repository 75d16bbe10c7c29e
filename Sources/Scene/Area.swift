/// A rectangle in points.
public struct Area: Equatable {
  /// The top left corner and the lengths of the sides, in points.
  public var x, y, width, height: Double

  /// A rectangle from its top left corner, its width and its height, in points.
  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The width and height.
  public var size: Size { Size(width, height) }

  /// The rectangle with both sides multiplied by `factor` and the same centre.
  public func resized(by factor: Double) -> Area { aligned(Size(width * factor, height * factor)) }

  /// A rectangle of `size`, aligned in this one.
  public func aligned(_ size: Size, _ alignment: UnitPoint = .center) -> Area {
    Area(x + (width - size.width) * alignment.x, y + (height - size.height) * alignment.y, size.width, size.height)
  }
}
