/// A position relative to an area: (0, 0) is its top left, (1, 1) its bottom right corner.
public struct UnitPoint: Equatable {
  /// The position, 0…1 inside the area.
  public var x, y: Double

  /// A position from its coordinates, 0…1 inside the area.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The centre.
  public static var center: UnitPoint { UnitPoint(0.5, 0.5) }
  /// The middle of the top edge.
  public static var top: UnitPoint { UnitPoint(0.5, 0) }
  /// The middle of the bottom edge.
  public static var bottom: UnitPoint { UnitPoint(0.5, 1) }
  /// The middle of the left edge.
  public static var leading: UnitPoint { UnitPoint(0, 0.5) }
  /// The middle of the right edge.
  public static var trailing: UnitPoint { UnitPoint(1, 0.5) }
}
