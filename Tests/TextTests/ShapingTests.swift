import Foundation
import Support
import Testing

@testable import Text

/// Scripts that need shaping, with fonts of the Debian packages fonts-noto-core and fonts-noto-cjk (Tests/packages).
@Suite struct ShapingTests {
  private func font(_ path: String) throws -> FontFile {
    FontFile(Array(try Data(contentsOf: URL(filePath: "/usr/share/fonts/\(path)"))))
  }

  private func glyphs(_ text: String, _ path: String) throws -> [Shaper.PlacedGlyph] {
    let font = try Font(font(path), weight: 400)
    font.setSize(100)
    let scalars = text.unicodeScalars.map { $0.value }
    let shaper = try #require(Shaper(scalars, [font], scalars.map { _ in 0 }, size: 100))
    return shaper.glyphs(scalars.indices)
  }

  @Test func arabicIsJoinedAndRightToLeft() throws {
    let path = "truetype/noto/NotoSansArabic-Regular.ttf"
    let joined = try glyphs("\u{0628}\u{0628}\u{0628}", path), alone = try glyphs("\u{0628}", path)
    #expect(joined.count >= 3)
    #expect(Set(joined.map { $0.glyph }).count > 1, "initial, medial and final forms")
    #expect(joined.reduce(0) { $0 + $1.advance } < 3 * alone.reduce(0) { $0 + $1.advance })
    let mixed = try glyphs("\u{0623}\u{0628} 12", path), digits = try glyphs("12", path)
    #expect(mixed.first?.glyph == digits.first?.glyph, "the number is at the left end, in its own order")
  }

  /// Arabic, Devanagari and Japanese in one text: each character is drawn by the first font that has it.
  @Test func charactersComeFromTheFirstFontThatHasThem() throws {
    let typesetter = Typesetter(), text: Bytes = "\u{0628}\u{0628}हिन्दी日本"
    let style = TextStyle(size: 40)
    #expect(typesetter.paragraph(text, style, within: .infinity).missing > 0)
    #expect(!typesetter.missingCharacters(of: text, style).isEmpty)
    let bytes = try [
      "truetype/noto/NotoSansArabic-Regular.ttf", "truetype/noto/NotoSansDevanagari-Regular.ttf",
      "opentype/noto/NotoSansCJK-Regular.ttc",
    ].map { Array(try Data(contentsOf: URL(filePath: "/usr/share/fonts/\($0)"))) }
    typesetter.fallback = bytes.reversed().reduce(nil) { FontFile($1, before: $0) }
    let paragraph = typesetter.paragraph(text, style, within: .infinity)
    #expect(paragraph.missing == 0 && typesetter.missingCharacters(of: text, style).isEmpty)
    // The parts are as wide as they are in their own fonts.
    func width(_ text: Bytes, _ font: FontFile?) -> Double {
      Typesetter().paragraph(text, TextStyle(font: font, size: 40), within: .infinity).width
    }
    let parts =
      width("\u{0628}\u{0628}", FontFile(bytes[0])) + width("हिन्दी", FontFile(bytes[1]))
      + width("日本", FontFile(bytes[2]))
    #expect(abs(paragraph.width - parts) < 1, "\(paragraph.width), not \(parts)")
    let latin = Typesetter().paragraph("Latin", style, within: .infinity)
    #expect(latin.height < paragraph.height, "room for taller fonts")
  }

  /// Digits and punctuation are drawn by the font of the letters beside them, not by one that has no such letters.
  @Test func digitsComeFromTheFontOfTheLetters() throws {
    let file = try font("truetype/noto/NotoSansArabic-Regular.ttf")
    func paragraph(_ text: Bytes, fallback: FontFile? = nil, font: FontFile? = nil) -> Paragraph {
      let typesetter = Typesetter()
      typesetter.fallback = fallback
      return typesetter.paragraph(text, TextStyle(font: font, size: 40, weight: 700), within: .infinity)
    }
    for text in ["Part 1 of 3", "12.3 MB, 48%", "(a-1)…"] as [Bytes] {
      let plain = paragraph(text), mixed = paragraph(text, fallback: file)
      #expect(mixed.width == plain.width && mixed.height == plain.height, "\(text)")
    }
    for text in ["\u{0628} 12", "(12) \u{0628}", "12"] as [Bytes] {
      #expect(paragraph(text, fallback: file).width == paragraph(text, font: file).width, "\(text)")
    }
    #expect(paragraph("12").width != paragraph("12", font: file).width, "the fonts differ")
    // One font for both of two brackets.
    let brackets = try font("truetype/noto/NotoSansDevanagari-Regular.ttf")
    let parts = paragraph("\u{915} ()", font: brackets).width + paragraph("a").width
    #expect(abs(paragraph("\u{915} (a)", fallback: brackets).width - parts) < 0.01)
  }

  /// A letter that no font has is a box also where a joiner or a variation selector follows it.
  @Test(arguments: ["\u{2764}\u{FE0F}", "\u{1F469}\u{200D}\u{1F680}"])
  func sequencesWithoutAGlyphAreBoxes(_ text: String) throws {
    #expect(try glyphs(text, "truetype/noto/NotoSansThai-Regular.ttf").contains { $0.glyph == 0 && $0.advance > 0 })
  }

  @Test func hebrewIsRightToLeft() throws {
    let path = "truetype/noto/NotoSansHebrew-Regular.ttf"
    let word = try glyphs("\u{05D0}\u{05D1}", path), alef = try glyphs("\u{05D0}", path)
    #expect(word.last?.glyph == alef.first?.glyph)
  }

  @Test func devanagariIsReorderedAndFormsConjuncts() throws {
    let path = "truetype/noto/NotoSansDevanagari-Regular.ttf"
    let ka = try glyphs("\u{0915}", path), ki = try glyphs("\u{0915}\u{093F}", path)
    #expect(ki.last?.glyph == ka.first?.glyph, "the vowel sign is left of its consonant")
    #expect(try glyphs("\u{0915}\u{094D}\u{0937}", path).count < 3, "a conjunct")
  }

  @Test func thaiMarksHaveNoAdvance() throws {
    let path = "truetype/noto/NotoSansThai-Regular.ttf"
    let bare = try glyphs("\u{0E17}", path), marked = try glyphs("\u{0E17}\u{0E35}\u{0E48}", path)
    #expect(abs(marked.reduce(0) { $0 + $1.advance } - bare.reduce(0) { $0 + $1.advance }) < 0.5)
  }

  @Test func marksThatTheFontLacksDrawNothing() throws {
    let path = "truetype/noto/NotoSansThai-Regular.ttf"
    let bare = try glyphs("\u{0E17}", path)
    for marks in ["\u{0351}", "\u{0351}\u{0352}", "\u{07FD}"] {
      #expect(try glyphs("\u{0E17}" + marks, path).map { $0.glyph } == bare.map { $0.glyph })
      #expect(try glyphs(marks, path).isEmpty)
    }
    #expect(try glyphs("\u{0915}", path).map { $0.glyph } == [0], "a letter is a box")
  }

  @Test func chineseIsBrokenBetweenIdeographsButNotBeforeAFullStop() throws {
    let file = try font("opentype/noto/NotoSansCJK-Regular.ttc")
    let style = TextStyle(font: file, size: 20, alignment: .leading)  // centred lines are balanced
    let typesetter = Typesetter()
    let paragraph = typesetter.paragraph("正在安装更新。", style, within: 121)
    #expect(abs(paragraph.width - 100) < 1, "the sixth character would fit, but not with the full stop after it")
    #expect(typesetter.missing == 0)
  }

  @Test func linesOfArabicFitTheWidth() throws {
    let style = TextStyle(font: try font("truetype/noto/NotoSansArabic-Regular.ttf"), size: 30)
    let text: Bytes = "جارٍ تثبيت التحديث، يرجى عدم إيقاف تشغيل الجهاز"
    for limit in stride(from: 120.0, to: 600, by: 60) {
      let paragraph = Typesetter().paragraph(text, style, within: limit)
      #expect(paragraph.width <= limit + 4 && paragraph.mask(fraction: 0) != nil && !paragraph.isUnshaped)
    }
  }
}
