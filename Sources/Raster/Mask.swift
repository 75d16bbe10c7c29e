/// Coverage of a rectangle of pixels, 8 bits each: what text becomes before it has a colour.
///
/// Masks are made once and shared, so two are equal when they are the same object.
public final class Mask: Equatable {
  public let width, height: Int32
  let coverage: [UInt8]

  /// Row by row; `coverage` has `width * height` bytes.
  public init(width: Int32, height: Int32, coverage: [UInt8]) {
    precondition(coverage.count == Int(width) * Int(height))
    (self.width, self.height, self.coverage) = (width, height, coverage)
  }

  public static func == (left: Mask, right: Mask) -> Bool { left === right }
}
