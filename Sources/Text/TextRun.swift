import Support

/// A text without line ends, measured character by character, before it is broken into lines.
struct TextRun {
  /// One character in reading order.
  struct Character {
    /// The character's class for line breaking.
    enum Role { case letter, space, hyphen, softHyphen, punctuation, ideograph, opening, closing }

    /// The index of the font that draws it.
    let font: Int
    /// The glyph's index in the font; 0 if no font has one. Nil for a combining mark that no font has: it draws
    /// nothing. A soft hyphen has that of a hyphen, which is drawn only at the end of a line.
    let glyph: UInt32?
    /// In pixels; 0 if the character belongs to the cluster of the one before.
    let advance: Double
    /// The width of the glyph in pixels: its own advance, which may be more or less than `advance` in a monospaced
    /// text.
    let width: Double
    /// The kerning with the previous character, in pixels; ignored at the start of a line.
    let kerning: Double
    /// Decides where a line can be broken.
    let role: Role
  }

  /// The characters without control characters, in reading order.
  let characters: [Character]
  /// The number of characters without a glyph in the fonts.
  let missing: Int
  /// True if the text needs shaping and the libraries for it are missing.
  let isUnshaped: Bool
  private let shaper: Shaper?

  /// Measures a text; `size` is the em in pixels, control characters are skipped. Each letter is drawn with the first
  /// of `fonts` that has it; a digit and punctuation with the first one that also draws a letter; a space, a mark, a
  /// joiner and a soft hyphen with that of the character before, if it has it.
  init(_ text: Bytes, _ fonts: [Font], size: Double, isMonospaced: Bool) {
    var scalars: [UInt32] = []
    for scalar in text.scalars where scalar >= 0x20 && scalar != 0x7F { scalars.append(scalar) }
    let found = TextRun.glyphs(of: scalars, in: fonts, first: 0)
    let isComplex = scalars.contains(where: Shaper.isNeeded)
    let shaper = isComplex ? Shaper(scalars, fonts, found.map { $0.font }, size: size) : nil
    let advances = shaper?.advances()
    // A cell has whole pixels, so that all copies of a character look the same. An ideograph and its punctuation have
    // two cells.
    let line = TextRun.glyph(of: 0x2500, in: fonts, first: 0, after: 0)
    let cell = isMonospaced && advances == nil ? fonts[line.font].advance(of: line.glyph).rounded(.up) : nil
    var characters: [Character] = [], missing = 0, previous: (font: Int, glyph: UInt32)?
    for (index, scalar) in scalars.enumerated() {
      var role = TextRun.role(of: scalar)
      if role == .softHyphen, shaper?.isRightToLeft(at: index) == true { role = .letter }
      let isSoft = role == .softHyphen, (number, glyph) = found[index], font = fonts[number]
      let isDrawn = glyph != 0 || !CombiningMarks.contains(scalar) && TextRun.isVisible(scalar)
      if glyph == 0, TextRun.isVisible(scalar) { missing += 1 }
      var kerning = 0.0
      if let previous, previous.font == number, isDrawn, advances == nil, cell == nil {
        kerning = font.kerning(previous.glyph, glyph)
      }
      let own = isSoft ? nil : advances?[index], width = isDrawn ? own ?? font.advance(of: glyph) : 0
      let cells = isDrawn ? cell.map { scalar >= 0x2E80 && role != .letter && role != .space ? 2 * $0 : $0 } : nil
      characters.append(
        Character(
          font: number, glyph: isDrawn ? glyph : nil, advance: cells ?? width, width: width, kerning: kerning,
          role: role))
      if isDrawn, !isSoft { previous = (number, glyph) }
    }
    self.characters = characters
    self.missing = missing
    self.shaper = shaper
    isUnshaped = isComplex && shaper == nil
  }

  /// The font that draws each character, and its glyph. For digits and punctuation the fonts are tried from `first` on,
  /// and with 0 from the first one that draws a letter.
  private static func glyphs(
    of scalars: [UInt32], in fonts: [Font], first: Int
  ) -> [(font: Int, glyph: UInt32)] {
    var found: [(font: Int, glyph: UInt32)] = [], last = first, least = fonts.count
    for scalar in scalars {
      let isLetter = isLetter(scalar), new = glyph(of: scalar, in: fonts, first: isLetter ? 0 : first, after: last)
      found.append(new)
      last = new.font
      if isLetter, new.glyph != 0 { least = min(least, last) }
    }
    return first > 0 || least == 0 || least == fonts.count ? found : glyphs(of: scalars, in: fonts, first: least)
  }

  /// The font that draws a character, and its glyph; glyph 0 if no font has it. The fonts are tried from `first` on,
  /// then those before it.
  private static func glyph(
    of scalar: UInt32, in fonts: [Font], first: Int, after last: Int
  ) -> (font: Int, glyph: UInt32) {
    let wanted = role(of: scalar) == .softHyphen ? 0x2D : scalar
    if role(of: scalar) == .space || CombiningMarks.contains(scalar) || !isVisible(scalar) {
      let glyph = fonts[last].glyph(for: wanted)
      if glyph != 0 || !isVisible(scalar) { return (last, glyph) }
    }
    for offset in fonts.indices {
      let index = (first + offset) % fonts.count, glyph = fonts[index].glyph(for: wanted)
      if glyph != 0 { return (index, glyph) }
    }
    // A space of another width is one that the font has.
    if isSpace(scalar) { return (last, fonts[last].glyph(for: 0x20)) }
    return (CombiningMarks.contains(scalar) ? last : 0, 0)
  }

  /// The glyphs of a range of characters, from left to right, and with `isHyphenated` the hyphen of the last character.
  /// An advance includes the kerning with the previous glyph.
  func glyphs(in range: Range<Int>, isHyphenated: Bool) -> [Shaper.PlacedGlyph] {
    var glyphs = shaper?.glyphs(range) ?? []
    for index in range {
      let character = characters[index]
      let isHyphen = isHyphenated && index == range.upperBound - 1
      guard isHyphen || shaper == nil && character.role != .softHyphen, let glyph = character.glyph else { continue }
      let kerning = glyphs.isEmpty ? 0 : character.kerning
      // Lines of box drawing meet: a glyph that nearly fills its cell fills it.
      let isWide = character.width > 0.9 * character.advance
      let width = isWide ? character.advance : character.width
      let inset = ((character.advance - width) / 2).rounded(.down)  // stems that are sharp in one cell are so in all
      glyphs.append(
        Shaper.PlacedGlyph(
          font: character.font, glyph: glyph, x: kerning + inset, y: 0, advance: character.advance + kerning,
          stretch: isWide && width != character.width ? width / character.width : 1))
    }
    return glyphs
  }

  /// The class of a character for line breaking, a simplification of Unicode Standard Annex 14.
  private static func role(of scalar: UInt32) -> Character.Role {
    switch scalar {
    case 0x20, 0x3000: .space  // SPACE, IDEOGRAPHIC SPACE
    case 0x2D, 0x2010: .hyphen  // HYPHEN-MINUS, HYPHEN
    case 0xAD: .softHyphen
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E, 0xA0...0xBF, 0x2011...0x206F: .punctuation
    // 、。〉》」』】〕〗！）．，：；？］｝
    case 0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A,
      0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D:
      .closing
    // 〈《「『【〔〖（［｛, and the Thai and Lao vowels that precede their consonant.
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0xFF08, 0xFF3B, 0xFF5B, 0xE40...0xE44, 0xEC0...0xEC4:
      .opening
    case 0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF: .ideograph
    default: .letter
    }
  }

  /// True for what belongs to a script; false for the spaces, digits, punctuation and symbols of ASCII and Latin-1, and
  /// for general punctuation.
  private static func isLetter(_ scalar: UInt32) -> Bool {
    0x61...0x7A ~= scalar | 0x20 || scalar >= 0xC0 && !(0x2000...0x206F ~= scalar)
  }

  /// True for the spaces of other widths than SPACE and NO-BREAK SPACE (Unicode's category Zs).
  private static func isSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// False for control characters, and for what has no glyph of its own: soft hyphen, joiners, bidi controls, variation
  /// selectors and fillers (Unicode 17, Default_Ignorable_Code_Point).
  static func isVisible(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F: false
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0: false
    case 0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: false
    default: true
    }
  }
}
