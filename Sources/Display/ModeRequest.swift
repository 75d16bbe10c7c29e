public import Support

/// A mode that the configuration asks for (`mode =`).
public struct ModeRequest: Equatable {
  /// Size in pixels, 1 to 16384.
  public let width, height: Int32
  /// Refresh rate in hertz, 1 to 1000; nil for any.
  public let rate: Double?

  /// Parses "1280x720" or "1280x720@50"; nil if malformed or out of range.
  public init?(_ text: Bytes) {
    let parts = text.split(at: UInt8(ascii: "@")),
      size = (parts.first ?? "").split(at: UInt8(ascii: "x"))
    guard (1...2).contains(parts.count), size.count == 2, let width = Decimal.integer(size[0]),
      let height = Decimal.integer(size[1]), (1...16384).contains(width), (1...16384).contains(height)
    else { return nil }
    self.width = Int32(width)
    self.height = Int32(height)
    if parts.count == 1 {
      rate = nil
    } else {
      guard let given = Decimal.double(parts[1]), (1...1000).contains(given) else { return nil }
      rate = given
    }
  }
}
