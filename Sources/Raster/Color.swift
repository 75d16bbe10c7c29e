/// An sRGB colour with straight alpha, 8 bits per channel.
public struct Color: Equatable {
  /// The channels, 0…255; the colour channels are not multiplied by alpha.
  public var red, green, blue, alpha: UInt8

  /// A colour from its channels, 0…255 each; opaque unless `alpha` is given.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A colour from a number 0xRRGGBB, opaque unless `alpha` is given; the number's top byte is ignored.
  public init(_ rgb: UInt32, alpha: UInt8 = 255) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb), alpha: alpha)
  }

  /// The number 0xRRGGBB, without alpha.
  public var rgb: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// The luma of ITU-R BT.709, 0…1.
  var luma: Double { Double(2126 * Int(red) + 7152 * Int(green) + 722 * Int(blue)) / 2_550_000 }

  /// Whether dark shapes are easier to see on it than light ones: luma above one half.
  public var isLight: Bool { luma > 0.5 }

  /// The colour on the way to another one: this one at 0, the other one at 1.
  public func mixed(with other: Color, by part: Double) -> Color {
    func mixed(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8((Double(from) + (Double(to) - Double(from)) * max(0, min(1, part))).rounded())
    }
    return Color(
      red: mixed(red, other.red), green: mixed(green, other.green), blue: mixed(blue, other.blue),
      alpha: mixed(alpha, other.alpha))
  }

  /// Transparent black.
  public static var clear: Color { Color(0, alpha: 0) }
  /// Opaque black.
  public static var black: Color { Color(0) }
  /// Opaque white.
  public static var white: Color { Color(0xFFFFFF) }

  /// The colour with its alpha multiplied by `factor`, which is clamped to 0…1.
  public func opacity(_ factor: Double) -> Color {
    var color = self
    color.alpha = UInt8((Double(alpha) * max(0, min(1, factor))).rounded(.toNearestOrAwayFromZero))
    return color
  }

  /// The largest difference of a channel, 0…255.
  func difference(_ other: Color) -> Int32 {
    var ours = straightPixel, theirs = other.straightPixel
    var most: Int32 = 0
    while ours | theirs != 0 {
      let difference = Int32(ours & 255) &- Int32(theirs & 255)
      most = max(most, difference, 0 &- difference)
      (ours, theirs) = (ours >> 8, theirs >> 8)
    }
    return most
  }

  /// A pixel 0xAARRGGBB with straight alpha.
  var straightPixel: UInt32 { UInt32(alpha) << 24 | rgb }
  /// A pixel 0xAARRGGBB with the colour channels multiplied by alpha.
  var premultiplied: UInt32 { scaled(0xFF00_0000 | rgb, by: UInt32(alpha)) }
}
