/// The coverage of a rectangle of pixels, 8 bits each; text is rendered to a mask before it is coloured.
///
/// Masks are immutable and shared: two masks are equal if they are the same object.
public final class Mask: Equatable {
  /// The size in pixels.
  public let width, height: Int32
  /// Row by row, 0…255.
  public let coverage: [UInt8]

  /// The least coverage that becomes solid in black and white where strokes are thin, and of shapes.
  static var leastSolid: UInt8 { 80 }

  /// The least coverage that becomes solid in black and white, `leastSolid`…128.
  ///
  /// With a low one, strokes thinner than a pixel are not interrupted; with a high one, the gaps between thick strokes
  /// stay open. The mean coverage of what is not empty rises with the width of the strokes.
  private(set) lazy var solidCoverage: UInt8 = {
    var sum = 0, count = 0
    for value in coverage where value > 0 { (sum, count) = (sum + Int(value), count + 1) }
    let least = Int(Mask.leastSolid)
    return UInt8(max(least, min(128, least + (sum / max(1, count) - 106) * 2)))
  }()

  /// A mask from its bytes, row by row. Traps unless `coverage` has `width * height` bytes.
  public init(width: Int32, height: Int32, coverage: [UInt8]) {
    precondition(coverage.count == Int(width) * Int(height))
    self.width = width
    self.height = height
    self.coverage = coverage
  }

  /// True if both are the same object.
  public static func == (left: Mask, right: Mask) -> Bool { left === right }
}
