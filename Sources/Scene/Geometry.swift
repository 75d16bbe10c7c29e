/// A width and a height in points.
public struct Size: Equatable {
  public var width, height: Double
  public init(_ width: Double, _ height: Double) { (self.width, self.height) = (width, height) }

  public static var zero: Size { Size(0, 0) }
  public static var unlimited: Size { Size(.infinity, .infinity) }
}

/// A rectangle in points.
public struct Area: Equatable {
  public var x, y, width, height: Double

  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  public var size: Size { Size(width, height) }

  /// The same middle, `factor` as wide and high.
  public func resized(by factor: Double) -> Area { aligned(Size(width * factor, height * factor)) }

  /// The area of `size` inside this one: `alignment` 0 is leading or top, 0.5 centre, 1 trailing or bottom.
  public func aligned(_ size: Size, _ alignment: UnitPoint = .center) -> Area {
    Area(x + (width - size.width) * alignment.x, y + (height - size.height) * alignment.y, size.width, size.height)
  }
}

/// A place in an area, 0…1 each way.
public struct UnitPoint: Equatable {
  public var x, y: Double
  public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  public static var center: UnitPoint { UnitPoint(0.5, 0.5) }
  public static var top: UnitPoint { UnitPoint(0.5, 0) }
  public static var bottom: UnitPoint { UnitPoint(0.5, 1) }
  public static var leading: UnitPoint { UnitPoint(0, 0.5) }
  public static var trailing: UnitPoint { UnitPoint(1, 0.5) }
  public static var topLeading: UnitPoint { UnitPoint(0, 0) }
  public static var bottomTrailing: UnitPoint { UnitPoint(1, 1) }
}
