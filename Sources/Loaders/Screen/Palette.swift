public import Raster
import Support

extension Color {
  /// A colour by name (docs/loaders.md, "Named colours"). Some colours depend on the scheme.
  init?(named name: Bytes, _ scheme: Scheme) {
    if let color = Color.opaque.first(where: { Bytes($0.name) == name }) {
      self.init(scheme == .dark ? color.dark : color.light)
      return
    }
    switch name {
    case "clear", "transparent": self = .clear
    case "secondaryLabel": self = .secondaryLabel(scheme)
    case "restingDot": self = Color(0xC7C7C7).opacity(scheme == .dark ? 0.35 : 1)
    default: return nil
    }
  }

  /// The opaque colours. Those of the first four lines are UIKit's `systemBlue` and so on.
  private static var opaque: [(name: StaticString, light: UInt32, dark: UInt32)] {
    [
      ("blue", 0x007AFF, 0x0A84FF), ("purple", 0xAF52DE, 0xBF5AF2), ("pink", 0xFF2D55, 0xFF375F),
      ("red", 0xFF3B30, 0xFF453A), ("green", 0x34C759, 0x30D158), ("orange", 0xFF9500, 0xFF9F0A),
      ("yellow", 0xFFCC00, 0xFFD60A), ("teal", 0x30B0C7, 0x40C8E0), ("mint", 0x00C7BE, 0x63E6E2),
      ("cyan", 0x32ADE6, 0x64D2FF), ("indigo", 0x5856D6, 0x5E5CE6), ("brown", 0xA2845E, 0xAC8E68),
      ("gray", 0x8E8E93, 0x8E8E93),
      ("lightRed", 0xFF6E65, 0xFF6E65), ("lightestRed", 0xFFCBC6, 0xFFCBC6), ("dotGray", 0xC7C7C7, 0xC7C7C7),
      ("black", 0x000000, 0x000000), ("white", 0xFFFFFF, 0xFFFFFF), ("label", 0x000000, 0xFFFFFF),
      ("card", 0xFFFFFF, 0x1C1C1E), ("background", 0xFFFFFF, 0x000000),
    ]
  }

  /// The names of colours, for messages.
  static var names: Bytes {
    opaque.map { Bytes($0.name) }.joined(by: ", ") + ", secondaryLabel, restingDot or clear"
  }

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
