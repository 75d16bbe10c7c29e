/// A half-open rectangle of whole pixels: `minX..<maxX`, `minY..<maxY`.
public struct Rect: Equatable {
  /// The edges in pixels; the maxima are outside.
  public var minX, minY, maxX, maxY: Int32

  /// A rectangle from its edges: left, top, right, bottom.
  public init(_ minX: Int32, _ minY: Int32, _ maxX: Int32, _ maxY: Int32) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// A rectangle without pixels.
  public static var empty: Rect { Rect(0, 0, 0, 0) }

  /// The width in pixels, at least 0.
  public var width: Int32 { max(0, maxX - minX) }
  /// The height in pixels, at least 0.
  public var height: Int32 { max(0, maxY - minY) }
  /// True if there are no pixels inside.
  public var isEmpty: Bool { minX >= maxX || minY >= maxY }
  /// The number of pixels inside.
  public var area: Int { Int(clamping: Int64(width) * Int64(height)) }

  /// The smallest rectangle that contains both; empty ones are ignored.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Rect(min(minX, other.minX), min(minY, other.minY), max(maxX, other.maxX), max(maxY, other.maxY))
  }

  /// The common pixels; `isEmpty` is true if there are none.
  public func intersection(_ other: Rect) -> Rect {
    Rect(max(minX, other.minX), max(minY, other.minY), min(maxX, other.maxX), min(maxY, other.maxY))
  }

  /// True if every pixel of `other` is inside.
  public func contains(_ other: Rect) -> Bool { other.isEmpty || intersection(other) == other }
}
