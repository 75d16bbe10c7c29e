public import Raster
import Support

extension Color {
  /// A colour by name (docs/loaders.md, "Named colours"). Some colours depend on the scheme.
  init?(named name: Bytes, _ scheme: Scheme) {
    switch name {
    case "blue": self.init(0x007AFF)
    case "purple": self.init(0xAF52DE)
    case "pink": self.init(0xFF2D55)
    case "red": self.init(0xFF3B30)
    case "gray": self.init(0x8E8E93)
    case "lightRed": self.init(0xFF6E65)
    case "lightestRed": self.init(0xFFCBC6)
    case "dotGray": self.init(0xC7C7C7)
    case "black": self = .black
    case "white": self = .white
    case "clear", "transparent": self = .clear
    case "label": self = .label(scheme)
    case "secondaryLabel": self = .secondaryLabel(scheme)
    case "restingDot": self = Color(0xC7C7C7).opacity(scheme == .dark ? 0.35 : 1)
    case "card": self.init(scheme == .dark ? 0x1C1C1E : 0xFFFFFF)
    case "background": self = scheme.background
    default: return nil
    }
  }

  /// Whether dark shapes are easier to see on it than light ones: luma (ITU-R BT.709) above one half.
  public var isLight: Bool { 2126 * Int(red) + 7152 * Int(green) + 722 * Int(blue) > 1_275_000 }

  /// The colour of primary text.
  static func label(_ scheme: Scheme) -> Color { scheme == .dark ? .white : .black }

  /// The colour of secondary text, with 60 % opacity.
  static func secondaryLabel(_ scheme: Scheme) -> Color {
    Color(scheme == .dark ? 0xEBEBF5 : 0x3C3C43, alpha: 153)
  }

  /// The colour of small text: like `secondaryLabel`, with a contrast of at least 4.5:1 to the scheme's background.
  static func secondaryText(_ scheme: Scheme) -> Color {
    scheme == .dark ? secondaryLabel(scheme) : Color(0x3C3C43, alpha: 192)
  }

  /// The colours of a skeleton's moving light: edge, between, middle (docs/loaders.md, "skeleton").
  static func skeleton(_ scheme: Scheme) -> [Color] {
    scheme == .dark
      ? [Color(0x2C2C2E), Color(0x3A3A3C), Color(0x48484A)] : [Color(0xF6F7F8), Color(0xEEEEEE), Color(0xDDDDDD)]
  }

  /// Parses `#RGB`, `#RRGGBB`, `#RRGGBBAA` or a name; nil for anything else.
  public init?(_ text: Bytes, _ scheme: Scheme) {
    guard text.hasPrefix("#") else {
      self.init(named: text, scheme)
      return
    }
    var digits: [UInt32] = []
    for byte in text.utf8.dropFirst() {
      guard let digit = hexadecimalDigit(byte) else { return nil }
      digits.append(digit)
    }
    func byte(_ high: Int, _ low: Int) -> UInt8 { UInt8(digits[high] << 4 | digits[low]) }
    switch digits.count {
    case 3: self.init(red: byte(0, 0), green: byte(1, 1), blue: byte(2, 2))
    case 6: self.init(red: byte(0, 1), green: byte(2, 3), blue: byte(4, 5))
    case 8: self.init(red: byte(0, 1), green: byte(2, 3), blue: byte(4, 5), alpha: byte(6, 7))
    default: return nil
    }
  }
}
