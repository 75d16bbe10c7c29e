/// An sRGB colour with straight alpha, 8 bits a channel.
public struct Color: Equatable {
  public var red, green, blue, alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// 0xRRGGBB.
  public init(_ rgb: UInt32, alpha: UInt8 = 255) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb), alpha: alpha)
  }

  public static var clear: Color { Color(0, alpha: 0) }
  public static var black: Color { Color(0) }
  public static var white: Color { Color(0xFFFFFF) }

  /// The same colour with its alpha multiplied by `factor`, 0…1.
  public func opacity(_ factor: Double) -> Color {
    var color = self
    color.alpha = UInt8((Double(alpha) * max(0, min(1, factor))).rounded(.toNearestOrAwayFromZero))
    return color
  }

  /// As a pixel: 0xAARRGGBB with the channels multiplied by alpha.
  var premultiplied: UInt32 {
    let opaque = 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    return scaled(opaque, by: UInt32(alpha))
  }
}
