/// A rounded rectangle that clips drawing operations, with antialiased edges.
public struct Clip: Equatable {
  /// The rectangle.
  public var box: Box
  /// The radius of its corners; at most half of the shorter side is used.
  public var radius: Fixed

  /// A clip to `box` with corners of `radius`.
  public init(_ box: Box, radius: Fixed) {
    self.box = box
    self.radius = radius
  }
}
