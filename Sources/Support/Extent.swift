/// A width and a height as written on the command line: `320x120`.
public struct Extent {
  /// The sides; the unit is that of the option.
  public let width, height: Double

  /// The sides rounded up, for a size in pixels.
  public var pixels: (width: Int32, height: Int32) { (Int32(width.rounded(.up)), Int32(height.rounded(.up))) }

  /// Parses the value of an option. Throws unless both sides are positive and at most 16384, and their product is at
  /// most 67108864.
  public init(_ text: Bytes, option: Bytes) throws(UsageError) {
    let parts = text.split(at: UInt8(ascii: "x"))
    guard parts.count == 2, let width = Decimal.double(parts[0]), let height = Decimal.double(parts[1]) else {
      throw UsageError("--\(option): \(quoted: text) is not a size such as 320x120")
    }
    guard width > 0, height > 0, width <= 16384, height <= 16384, width * height <= 67_108_864 else {
      throw UsageError("--\(option): \(text) is not within 1x1 and 16384x16384, with an area of at most 67108864")
    }
    self.width = width
    self.height = height
  }
}
