/// A half-open rectangle of whole pixels.
public struct Rect: Equatable {
  public var minX, minY, maxX, maxY: Int32

  public init(_ minX: Int32, _ minY: Int32, _ maxX: Int32, _ maxY: Int32) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  public static var empty: Rect { Rect(0, 0, 0, 0) }

  public var width: Int32 { max(0, maxX - minX) }
  public var height: Int32 { max(0, maxY - minY) }
  public var isEmpty: Bool { minX >= maxX || minY >= maxY }
  public var area: Int { Int(width) * Int(height) }

  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Rect(min(minX, other.minX), min(minY, other.minY), max(maxX, other.maxX), max(maxY, other.maxY))
  }

  public func intersection(_ other: Rect) -> Rect {
    Rect(max(minX, other.minX), max(minY, other.minY), min(maxX, other.maxX), min(maxY, other.maxY))
  }

  public func contains(_ other: Rect) -> Bool { other.isEmpty || intersection(other) == other }
}
