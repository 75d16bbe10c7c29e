/// A length or position in 1/256 pixel. Shapes are placed in it, so that every CPU finds the same pixels.
public struct Fixed: Equatable, Comparable {
  public var raw: Int32

  public init(raw: Int32) { self.raw = raw }

  /// The nearest step; lengths beyond ±4 million pixels stop there.
  public init(_ pixels: Double) {
    raw = Int32((max(-4_194_304, min(4_194_304, pixels)) * 256).rounded(.toNearestOrAwayFromZero))
  }

  public static func < (left: Fixed, right: Fixed) -> Bool { left.raw < right.raw }
  public static func + (left: Fixed, right: Fixed) -> Fixed { Fixed(raw: left.raw + right.raw) }
  public static func - (left: Fixed, right: Fixed) -> Fixed { Fixed(raw: left.raw - right.raw) }

  var floor: Int32 { raw >> 8 }
  var ceiling: Int32 { (raw + 255) >> 8 }
}

/// A rectangle at sub-pixel position.
public struct Box: Equatable {
  public var minX, minY, maxX, maxY: Fixed

  public init(minX: Fixed, minY: Fixed, maxX: Fixed, maxY: Fixed) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// Every pixel it touches.
  public var bounds: Rect { Rect(minX.floor, minY.floor, maxX.ceiling, maxY.ceiling) }

  func grown(by margin: Fixed) -> Box {
    Box(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }
}
