import Notation

/// A text without line ends as characters that take room, before it is broken into lines.
struct Setting {
  /// One character in reading order.
  struct Character {
    /// What it means for breaking lines.
    enum Role { case letter, space, hyphen, ideograph }

    let glyph: UInt32
    /// In pixels; nothing for what joins the character before it.
    let advance: Double
    /// Added before it when it does not start a line.
    let kerning: Double
    let role: Role
  }

  let characters: [Character]
  let missing: Int
  let isUnshaped: Bool
  private let shaper: Shaper?

  init(_ text: Bytes, _ font: Font, size: Double) {
    var scalars: [UInt32] = []
    for scalar in text.scalars where scalar >= 0x20 && scalar != 0x7F { scalars.append(scalar) }
    let isComplex = scalars.contains(where: Shaper.isNeeded)
    let shaper = isComplex ? Shaper(scalars, font, size: size) : nil
    let advances = shaper?.advances()
    var characters: [Character] = [], missing = 0
    for (index, scalar) in scalars.enumerated() {
      let glyph = font.glyph(for: scalar)
      if glyph == 0, !Setting.isInvisible(scalar) { missing += 1 }
      let kerning = advances == nil ? characters.last.map { font.kerning($0.glyph, glyph) } ?? 0 : 0
      characters.append(
        Character(
          glyph: glyph, advance: advances?[index] ?? font.advance(of: glyph), kerning: kerning,
          role: Setting.role(of: scalar)))
    }
    (self.characters, self.missing, self.shaper) = (characters, missing, shaper)
    isUnshaped = isComplex && shaper == nil
  }

  /// The glyphs of a part, from left to right, each with what moves the pen after it.
  func placed(_ range: Range<Int>) -> [Shaper.Placed] {
    if let shaper { return shaper.glyphs(range) }
    return range.map { index in
      let next = index + 1 < range.upperBound ? characters[index + 1].kerning : 0
      return Shaper.Placed(glyph: characters[index].glyph, x: 0, y: 0, advance: characters[index].advance + next)
    }
  }

  private static func role(of scalar: UInt32) -> Character.Role {
    switch scalar {
    case 0x20, 0x3000: .space
    case 0x2D, 0x2010: .hyphen
    // Chinese, Japanese and Korean break anywhere but before what closes.
    case 0x3001, 0x3002, 0x300D, 0x300F, 0xFF01, 0xFF09, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF1F: .letter
    case 0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF: .ideograph
    default: .letter
    }
  }

  /// Joiners and directions: they shape what is around them.
  private static func isInvisible(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: true
    default: false
    }
  }
}
