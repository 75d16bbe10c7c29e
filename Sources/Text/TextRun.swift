import Support

/// A text without line ends, measured character by character, before it is broken into lines.
struct TextRun {
  /// One character in reading order.
  struct Character {
    /// The character's class for line breaking.
    enum Role { case letter, space, hyphen, ideograph }

    /// The glyph's index in the font; 0 if the font has none.
    let glyph: UInt32
    /// In pixels; 0 if the character belongs to the cluster of the one before.
    let advance: Double
    /// The kerning with the previous character, in pixels; ignored at the start of a line.
    let kerning: Double
    /// Decides where a line can be broken.
    let role: Role
  }

  /// The characters without control characters, in reading order.
  let characters: [Character]
  /// The number of characters without a glyph in the font.
  let missing: Int
  /// True if the text needs shaping and the libraries for it are missing.
  let isUnshaped: Bool
  private let shaper: Shaper?

  /// Measures a text; `size` is the em in pixels, control characters are skipped.
  init(_ text: Bytes, _ font: Font, size: Double) {
    var scalars: [UInt32] = []
    for scalar in text.scalars where scalar >= 0x20 && scalar != 0x7F { scalars.append(scalar) }
    let isComplex = scalars.contains(where: Shaper.isNeeded)
    let shaper = isComplex ? Shaper(scalars, font, size: size) : nil
    let advances = shaper?.advances()
    var characters: [Character] = [], missing = 0
    for (index, scalar) in scalars.enumerated() {
      let glyph = font.glyph(for: scalar)
      if glyph == 0, !TextRun.isInvisible(scalar) { missing += 1 }
      let kerning = advances == nil ? characters.last.map { font.kerning($0.glyph, glyph) } ?? 0 : 0
      characters.append(
        Character(
          glyph: glyph, advance: advances?[index] ?? font.advance(of: glyph), kerning: kerning,
          role: TextRun.role(of: scalar)))
    }
    self.characters = characters
    self.missing = missing
    self.shaper = shaper
    isUnshaped = isComplex && shaper == nil
  }

  /// The glyphs of a range of characters, from left to right. An advance includes the kerning with the next glyph.
  func glyphs(in range: Range<Int>) -> [Shaper.PlacedGlyph] {
    if let shaper { return shaper.glyphs(range) }
    return range.map { index in
      let next = index + 1 < range.upperBound ? characters[index + 1].kerning : 0
      return Shaper.PlacedGlyph(glyph: characters[index].glyph, x: 0, y: 0, advance: characters[index].advance + next)
    }
  }

  /// The class of a character for line breaking, a simplification of Unicode Standard Annex 14.
  private static func role(of scalar: UInt32) -> Character.Role {
    switch scalar {
    case 0x20, 0x3000: .space  // SPACE, IDEOGRAPHIC SPACE
    case 0x2D, 0x2010: .hyphen  // HYPHEN-MINUS, HYPHEN
    // Chinese, Japanese and Korean may be broken before any character except closing punctuation.
    case 0x3001, 0x3002, 0x300D, 0x300F, 0xFF01, 0xFF09, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF1F: .letter
    case 0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF: .ideograph
    default: .letter
    }
  }

  /// True for joiners and bidi controls, which have no glyph of their own.
  private static func isInvisible(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: true
    default: false
    }
  }
}
