/// A rectangle with edges in 1/256 pixel.
public struct Box: Equatable {
  /// The edges.
  public var minX, minY, maxX, maxY: Fixed

  /// A rectangle from its edges.
  public init(minX: Fixed, minY: Fixed, maxX: Fixed, maxY: Fixed) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The pixels that the box touches.
  public var bounds: Rect { Rect(minX.floor, minY.floor, maxX.ceiling, maxY.ceiling) }

  /// The box with each edge moved outwards by `margin`.
  func grown(by margin: Fixed) -> Box {
    Box(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }
}
