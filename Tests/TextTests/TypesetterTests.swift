import Foundation
import Support
@testable import Raster
import Testing

@testable import Text

/// Text in the built-in font, line breaking, and fonts with invalid content.
@Suite struct TypesetterTests {
  let typesetter = Typesetter()

  /// The width of a text in the built-in font, in pixels.
  private func width(_ text: Bytes, weight: Int = 400, size: Double = 100) -> Double {
    typesetter.paragraph(text, TextStyle(size: size, weight: weight), within: .infinity).width
  }

  /// The files of loaders that are not shown any more are released.
  @Test func oldFontsAreReleased() throws {
    let builtIn = FontFile()
    let bytes =
      [UInt8](UnsafeBufferPointer(start: builtIn.start, count: builtIn.count)) + [UInt8](repeating: 0, count: 20 << 20)
    var files = (0..<4).map { _ in FontFile(bytes) }
    for file in files {
      var style = TextStyle(size: 20)
      style.font = file
      for weight in [400, 700] {
        style.weight = weight
        #expect(typesetter.paragraph("A", style, within: 100).missing == 0)
      }
    }
    #expect(files.indices.map { isKnownUniquelyReferenced(&files[$0]) } == [true, true, false, false])
  }

  /// Displays of different widths have the same text at different fractions of a pixel.
  @Test func aTextIsDrawnOnceForEachPlace() throws {
    let paragraph = typesetter.paragraph("Text", TextStyle(size: 20), within: 100)
    let first = try #require(paragraph.mask(fraction: 0)).mask,
      second = try #require(paragraph.mask(fraction: 0.5)).mask
    for _ in 0..<3 {
      #expect(paragraph.mask(fraction: 0)?.mask === first && paragraph.mask(fraction: 0.5)?.mask === second)
    }
  }

  /// Centred lines are about equally long; there are as many as without that, and no word is split for it.
  @Test func centredLinesAreBalanced() {
    func paragraph(_ text: Bytes, _ alignment: Alignment, _ limit: Double) -> Paragraph {
      typesetter.paragraph(text, TextStyle(size: 20, alignment: alignment), within: limit)
    }
    for (text, limit) in [("Installing the very large update of the system now", 430), ("aaa aaa aaa aaa b", 140)]
      as [(Bytes, Double)]
    {
      let plain = paragraph(text, .leading, limit), balanced = paragraph(text, .center, limit)
      #expect(balanced.height == plain.height)
      #expect(balanced.width < plain.width * 0.9)
    }
    let word: Bytes = "Donaudampfschifffahrtsgesellschaft", width = paragraph(word, .leading, .infinity).width
    #expect(abs(paragraph(word + " b", .center, width + 1).width - width) < 1e-6)
    #expect(paragraph("aa bb\ncc", .center, 500).width == paragraph("aa bb\ncc", .leading, 500).width)
  }

  /// Advances and line height of Inter, read with fontTools from the installed file, in font units (2816 an em). The
  /// built-in font rounds them to its own units, 1024 an em.
  @Test func advancesAndLineHeightAreThoseOfInter() {
    for (text, units) in [("H", 2084.0), ("l", 668), ("…", 2312)] as [(Bytes, Double)] {
      #expect(abs(width(text, size: 2816) - units) < 1)
    }
    #expect(abs(width("T", weight: 500, size: 2816) - 1833) < 2)
    #expect(abs(width("T", weight: 700, size: 2816) - 1882) < 2)
    let style = TextStyle(size: 2816)
    #expect(abs(typesetter.paragraph("H", style, within: .infinity).height - 3408) < 1)
  }

  @Test func builtInFontHasPairKerning() {
    #expect(width("AV") < width("A") + width("V") - 3)
    #expect(width("To") < width("T") + width("o") - 3)
    #expect(abs(width("HH") - 2 * width("H")) < 0.01)
  }

  /// The kerning of Inter at the weights 100, 400 and 900, read with fontTools from the installed file (2816 units an
  /// em).
  @Test(arguments: [
    ("AV", [192.0, 192, 296]), ("To", [224, 224, 224]), ("Ya", [200, 200, 360]), ("LT", [272, 272, 244]),
  ])
  func kerningIsThatOfTheWeight(_ pair: String, _ units: [Double]) {
    let letters = pair.map { Bytes(Array($0.utf8)) }
    for (weight, expected) in [
      (100, units[0]), (400, units[1]), (900, units[2]), (650, (units[1] + units[2]) / 2),
      (250, (units[0] + units[1]) / 2),
    ] {
      let apart = letters.map { width($0, weight: weight, size: 2816) }.reduce(0, +)
      let together = width(Bytes(Array(pair.utf8)), weight: weight, size: 2816)
      #expect(abs(apart - together - expected) < 3, "weight \(weight)")
    }
  }

  @Test func heavierWeightsAreWider() {
    let widths = [400, 500, 600, 700, 800].map { width("Hamburg", weight: $0) }
    for (lighter, heavier) in zip(widths, widths.dropFirst()) { #expect(heavier > lighter + 1) }
  }

  @Test func builtInFontHasGlyphsOfSupportedScripts() {
    let before = typesetter.missing
    _ = typesetter.paragraph("Aé ß Ω Ж ї … „“ ← → ─┼█ € ✓ ő", TextStyle(size: 20), within: .infinity)
    #expect(typesetter.missing == before)
  }

  /// A font with the letters A, g and j only, as that of the text or as a fallback; the built-in one has the others.
  @Test func charactersComeFromTheFirstFontThatHasThem() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fuzz/Corpus/font/kerned.ttf")
    let file = FontFile(Array(try Data(contentsOf: path)))
    func set(_ text: Bytes, _ font: FontFile?, fallback: FontFile? = nil) -> Paragraph {
      let typesetter = Typesetter()
      typesetter.fallback = fallback
      return typesetter.paragraph(text, TextStyle(font: font, size: 100), within: .infinity)
    }
    let parts = 2 * set("g", file).width + width("mm")
    for paragraph in [set("gmmg", file), set("gmmg", nil, fallback: file)] {
      #expect(paragraph.missing == 0 && abs(paragraph.width - parts) < 0.01, "\(paragraph.width), not \(parts)")
    }
    #expect(set("m", file).mask(fraction: 0)?.mask.coverage == set("m", nil).mask(fraction: 0)?.mask.coverage)
    #expect(abs(set("g", file).width - width("g")) > 1, "the fonts differ")
    #expect(set("g漢", file).missing == 1)
    #expect(Typesetter().missingCharacters(of: "g\u{AD}漢 \u{200D}", TextStyle(font: file, size: 9)) == [0x6F22])
  }

  /// A font that draws no character of a text does not change the height of its lines.
  @Test func linesHaveTheHeightOfTheirFonts() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fuzz/Corpus/font/kerned.ttf")
    let style = TextStyle(size: 100), latin = typesetter.paragraph("mm", style, within: .infinity)
    var bytes = Array(try Data(contentsOf: path))
    let record = try #require(Data(bytes).firstRange(of: Data("hhea".utf8))).lowerBound
    bytes[bytes[record + 8..<record + 12].reduce(0) { $0 << 8 | Int($1) } + 4] = 0x20  // the ascender's high byte
    let tall = Typesetter()
    tall.fallback = FontFile(bytes)
    let own = tall.paragraph("g", style, within: .infinity).height
    #expect(own > latin.height, "the fonts differ")
    #expect(tall.paragraph("mm", style, within: .infinity).height == latin.height)
    #expect(tall.paragraph("gm", style, within: .infinity).height >= own)
    for text in ["", "\n"] as [Bytes] { #expect(tall.paragraph(text, style, within: .infinity).height >= own) }
  }

  @Test func monospacedCharactersHaveOneWidth() throws {
    let style = TextStyle(size: 100, isMonospaced: true)
    let cell = typesetter.paragraph("─", style, within: .infinity).width
    for text in ["i", "m", "W", "AV", "To", "mWi│", "é…"] as [Bytes] {
      let paragraph = typesetter.paragraph(text, style, within: .infinity)
      #expect(abs(paragraph.width - cell * Double(Array(text.scalars).count)) < 0.01)
      let (mask, x, _) = try #require(paragraph.mask(fraction: 0))
      #expect(x >= -8 && Double(x + mask.width) < paragraph.width + 8, "\(text): the glyphs stay in their cells")
    }
    #expect(cell == 61 && width("mm") > 2 * cell)
  }

  @Test func missingGlyphsAreBoxesAndAreCounted() throws {
    let paragraph = typesetter.paragraph("漢字", TextStyle(size: 40), within: .infinity)
    #expect(paragraph.missing == 2 && typesetter.missing == 2)
    let mask = try #require(paragraph.mask(fraction: 0)).mask
    #expect(mask.width > 30 && mask.height > 20)
    let capital = try #require(typesetter.paragraph("H", paragraph.style, within: .infinity).mask(fraction: 0)).mask
    #expect(abs(mask.height - capital.height) <= 1, "as high as a capital letter")
    #expect(mask.coverage.count { $0 > 0 } < mask.coverage.count / 2, "only an outline")
  }

  @Test(arguments: [0x1680, 0x2003, 0x2009, 0x200A, 0x202F, 0x205F, 0x3000] as [UInt32])
  func spacesWithoutAGlyphAreSpaces(_ scalar: UInt32) {
    var text: Bytes = "a"
    text.append(scalar: scalar)
    let paragraph = typesetter.paragraph(text + "b", TextStyle(size: 40), within: .infinity)
    #expect(paragraph.missing == 0 && paragraph.width > width("ab", size: 40) + 1)
  }

  @Test(arguments: [0x85, 0x34F, 0x61C, 0x200B, 0x2060, 0x2061, 0xFE0F, 0xFEFF, 0xE0001] as [UInt32])
  func charactersWithoutWidthAreNotDrawn(_ scalar: UInt32) {
    var text: Bytes = "a"
    text.append(scalar: scalar)
    let paragraph = typesetter.paragraph(text + "b", TextStyle(size: 40), within: .infinity)
    #expect(paragraph.missing == 0 && abs(paragraph.width - width("ab", size: 40)) < 2)
  }

  @Test func linesAreBrokenAtSpacesThenWithinWords() {
    let line = width("mmm mmm", size: 20)
    func lines(_ text: Bytes, _ limit: Double) -> Int {
      let style = TextStyle(size: 20)
      let lineHeight = typesetter.paragraph("m", style, within: .infinity).height
      return Int((typesetter.paragraph(text, style, within: limit).height / lineHeight).rounded())
    }
    #expect(lines("mmm mmm mmm mmm", line + 1) == 2)
    #expect(lines("mmm mmm mmm mmm", line - 1) == 4)
    #expect(lines("mmmmmmmmmmmmmm", line) > 1)
    #expect(lines("a\nb\n\nc", .infinity) == 4)
    #expect(lines("", .infinity) == 1)
    #expect(lines("mm", 0) == 2)
  }

  /// U+00AD is seen only where a line is broken at it, as a hyphen.
  @Test func softHyphenIsDrawnAtTheEndOfALine() {
    #expect(abs(width("Soft\u{AD}ware") - width("Software")) < 0.01)
    let style = TextStyle(size: 100, alignment: .leading)
    func paragraph(_ text: Bytes, _ limit: Double) -> Paragraph { typesetter.paragraph(text, style, within: limit) }
    let limit = width("Soft-") + 1
    let soft = paragraph("Soft\u{AD}ware", limit), hard = paragraph("Soft-ware", limit)
    #expect(soft.height == hard.height && abs(soft.width - hard.width) < 0.01 && soft.missing == 0)
    #expect(soft.mask(fraction: 0)?.mask.coverage == hard.mask(fraction: 0)?.mask.coverage)
    // No hyphen where the line is broken after another space or within the word.
    for (text, plain) in [("Soft\u{AD}ware", "Software"), ("mm So\u{AD}ft", "mm Soft")] as [(Bytes, Bytes)] {
      let limit = text == "Soft\u{AD}ware" ? width("Soft") + 1 : width("mm So")
      let soft = paragraph(text, limit), whole = paragraph(plain, limit)
      #expect(soft.width <= limit && soft.mask(fraction: 0)?.mask.coverage == whole.mask(fraction: 0)?.mask.coverage)
    }
  }

  /// Centred lines are not made equally long by a division that is not at the soft hyphen.
  @Test func centredTextIsBrokenAtItsSoftHyphen() {
    let style = TextStyle(size: 100), limit = width("Aktualisier-") + 1
    let soft = typesetter.paragraph("Aktualisier\u{AD}ungen", style, within: limit)
    let hard = typesetter.paragraph("Aktualisier-ungen", style, within: limit)
    #expect(soft.height == hard.height && soft.isWhole)
    #expect(soft.mask(fraction: 0)?.mask.coverage == hard.mask(fraction: 0)?.mask.coverage)
  }

  @Test func markWithoutAGlyphDrawsNothing() {
    let style = TextStyle(size: 100)
    for mark in ["\u{20DD}", "\u{302A}", "\u{20E3}", "\u{A670}", "\u{1D165}"] as [Bytes] {
      let marked = typesetter.paragraph("To" + mark + "Va", style, within: .infinity)
      let plain = typesetter.paragraph("ToVa", style, within: .infinity)
      #expect(marked.missing == 1 && abs(marked.width - plain.width) < 0.01)
      #expect(marked.mask(fraction: 0)?.mask.coverage == plain.mask(fraction: 0)?.mask.coverage)
    }
    // With this mark, HarfBuzz shapes the text if it is installed.
    let marked = typesetter.paragraph("nn\u{363}nn", style, within: .infinity)
    let plain = typesetter.paragraph("nnnn", style, within: .infinity)
    func ink(_ paragraph: Paragraph) -> Double {
      paragraph.mask(fraction: 0)?.mask.coverage.reduce(0) { $0 + Double($1) } ?? 0
    }
    #expect(marked.missing == 1 && abs(marked.width - plain.width) < 2)
    #expect(abs(ink(marked) - ink(plain)) < 0.02 * ink(plain))
    // The letters have no glyph either. HarfBuzz puts what it takes for the mark below its letter.
    let arabic = typesetter.paragraph("جار\u{64D}", style, within: .infinity)
    let letters = typesetter.paragraph("جار", style, within: .infinity)
    #expect(arabic.missing == 4 && letters.missing == 3 && abs(arabic.width - letters.width) < 0.01)
    #expect(arabic.mask(fraction: 0)?.mask.height == letters.mask(fraction: 0)?.mask.height)
    #expect(ink(arabic) == ink(letters))
  }

  @Test func brokenLinesFitTheWidth() {
    let text: Bytes = "The quick brown fox jumps over the lazy dog, and a well-known hyphen too"
    for limit in stride(from: 60.0, to: 700, by: 13) {
      #expect(typesetter.paragraph(text, TextStyle(size: 22), within: limit).width <= limit + 1e-6)
    }
  }

  /// A cached paragraph is reused for another width only if breaking the text again would give the same lines.
  @Test func paragraphCacheDoesNotChangeTheLines() {
    let text: Bytes = "one two three four five six seven"
    for first in stride(from: 80.0, to: 400, by: 37) {
      for second in stride(from: 80.0, to: 400, by: 23) {
        let cached = Typesetter()
        _ = cached.paragraph(text, TextStyle(size: 20), within: first)
        let reused = cached.paragraph(text, TextStyle(size: 20), within: second)
        let fresh = Typesetter().paragraph(text, TextStyle(size: 20), within: second)
        #expect(reused.width == fresh.width && reused.height == fresh.height)
      }
    }
  }

  @Test func alignmentMovesShorterLines() throws {
    /// The leftmost inked column of the second line.
    func left(_ alignment: Text.Alignment) throws -> Int32 {
      let style = TextStyle(size: 20, alignment: alignment)
      let paragraph = typesetter.paragraph("wide wide wide\ni", style, within: .infinity)
      let mask = try #require(paragraph.mask(fraction: 0)).mask
      let rows = stride(from: mask.height / 2 + 4, to: mask.height, by: 1)
      return rows.flatMap { y in (0..<mask.width).filter { mask.coverage[Int(y * mask.width + $0)] > 60 } }.min() ?? -1
    }
    #expect(try left(.leading) < left(.center))
    #expect(try left(.center) < left(.trailing))
  }

  @Test func maskIsShiftedBySubpixels() throws {
    /// The horizontal centre of the ink.
    func center(_ fraction: Double) throws -> Double {
      let (mask, x, _) = try #require(
        typesetter.paragraph("l", TextStyle(size: 40), within: .infinity).mask(fraction: fraction))
      var sum = 0.0, weight = 0.0
      for (index, value) in mask.coverage.enumerated() {
        sum += Double(value) * (Double(index % Int(mask.width)) + Double(x))
        weight += Double(value)
      }
      return sum / weight
    }
    let shift = try center(0.5) - center(0)
    #expect(abs(shift - 0.5) < 0.1)
  }

  /// More glyphs than the cache has room for, in two sizes and at many positions, each text beside the one before.
  @Test func glyphsFromTheCacheHaveTheSamePixels() throws {
    for round in 0..<40 {
      for size in [13.0, 14.5, 90] {
        let text = Bytes(Array("The quick brown fox \(round) jumps over ".utf8)) + "ÄÖÜßéèêñçøåœŠžłđ"
        let style = TextStyle(size: size, weight: 400 + round % 2 * 200)
        let fraction = Double(round) / 40
        let cached = try #require(typesetter.paragraph(text, style, within: 400).mask(fraction: fraction))
        let fresh = try #require(Typesetter().paragraph(text, style, within: 400).mask(fraction: fraction))
        #expect(cached.mask.coverage == fresh.mask.coverage && cached.x == fresh.x && cached.y == fresh.y)
      }
    }
  }

  @Test func cacheOfGlyphsIsBounded() throws {
    let font = try Font(FontFile(), weight: 400)
    for size in 1...40 {
      font.setSize(Double(size))
      for scalar in UInt32(0x21)...0x7E {
        let glyph = try #require(font.load(font.glyph(for: scalar)))
        #expect(font.glyphs.byteCount <= GlyphCache.byteLimit && font.glyphs[glyph.key] === glyph)
      }
    }
    #expect(font.glyphs[UInt64(64) << 32 | UInt64(font.glyph(for: 0x21))] == nil)
  }

  @Test func invalidFontsAreRejected() throws {
    #expect(throws: FontError.self) { try typesetter.check(FontFile(Array("not a font at all".utf8))) }
    #expect(throws: FontError.self) { try typesetter.check(FontFile([])) }
    let builtIn = FontFile()
    let half = Array(UnsafeBufferPointer(start: builtIn.start, count: builtIn.count / 2))
    let paragraph = typesetter.paragraph("still drawn", TextStyle(font: FontFile(half), size: 20), within: .infinity)
    #expect(paragraph.width > 0)
  }

  @Test func corruptFontsDoNotCrash() {
    let builtIn = FontFile()
    let good = Array(UnsafeBufferPointer(start: builtIn.start, count: builtIn.count))
    var state: UInt64 = 42
    for _ in 0..<60 {
      var bytes = good
      for _ in 0..<40 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 25)
      }
      let style = TextStyle(font: FontFile(bytes), size: 30, weight: 700)
      _ = Typesetter().paragraph("Damaged Ω", style, within: 100).mask(fraction: 0)
    }
  }

  /// The built-in font with other numbers in its tables `head`, `hhea` and `OS/2`.
  private func font(unitsPerEm: Int16?, ascender: Int16?, descender: Int16?) throws -> FontFile {
    let builtIn = FontFile()
    var bytes = Array(UnsafeBufferPointer(start: builtIn.start, count: builtIn.count))
    func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    func table(_ tag: String) throws -> Int {
      let count = Int(bytes[4]) << 8 | Int(bytes[5])
      let record = (0..<count).map { 12 + 16 * $0 }.first { bytes[$0..<$0 + 4].elementsEqual(tag.utf8) }
      return number(try #require(record) + 8)
    }
    func patch(_ offset: Int, _ value: Int16?) {
      guard let value else { return }
      bytes.replaceSubrange(offset..<offset + 2, with: withUnsafeBytes(of: value.bigEndian) { Array($0) })
    }
    patch(try table("head") + 18, unitsPerEm)
    let hhea = try table("hhea"), os2 = try table("OS/2")
    for offset in [hhea + 4, os2 + 68, os2 + 74] { patch(offset, ascender) }
    for offset in [hhea + 6, os2 + 70, os2 + 76] { patch(offset, descender) }
    return FontFile(bytes)
  }

  /// Large distances between lines, large glyphs, and lines that go upwards: no mask has more pixels than a large
  /// display.
  @Test(
    arguments: [
      (nil, -32768, nil), (nil, 32767, -32768), (nil, nil, 32767), (16, nil, nil), (64, -2992, nil), (16, -32768, nil),
      (16, 32767, -32768), (16384, -32768, 0), (0, 1, 1),
    ] as [(Int16?, Int16?, Int16?)], [1.0, 20, 300, 4096])
  func memoryIsBoundedForFontsWithExtremeMetrics(_ numbers: (Int16?, Int16?, Int16?), size: Double) throws {
    let file = try font(unitsPerEm: numbers.0, ascender: numbers.1, descender: numbers.2)
    let style = TextStyle(font: file, size: size)
    for text in ["W", "W\nW", "WQÅj\n\n\nx\nx", "بسم\nW"] as [Bytes] {
      let paragraph = Typesetter().paragraph(text, style, within: 3840)
      #expect(paragraph.height >= 0 && paragraph.height <= 40 * 8 * size)
      #expect(paragraph.width >= 0 && paragraph.width <= 3840 + 16 * size)
      let mask = paragraph.mask(fraction: 0.5)?.mask
      #expect(mask.map { Int($0.width) * Int($0.height) } ?? 0 <= 7680 * 4320)
    }
  }

  @Test func textAboveTheLineLimitEndsWithAnEllipsis() {
    let text: Bytes = "The quick brown fox jumps over the lazy dog"
    let whole = typesetter.paragraph(text, TextStyle(size: 20, lineLimit: 1), within: 1000)
    let cut = typesetter.paragraph(text, TextStyle(size: 20, lineLimit: 1), within: 200)
    let two = typesetter.paragraph(text, TextStyle(size: 20, lineLimit: 2), within: 200)
    #expect(cut.height == whole.height && two.height == 2 * whole.height)
    #expect(cut.width <= 200 && cut.width > 150)
    let expected = typesetter.paragraph("The quick brown…", TextStyle(size: 20), within: 1000)
    #expect(abs(cut.width - expected.width) < 30)
    #expect(typesetter.paragraph(text, TextStyle(size: 20, lineLimit: 1), within: 3).width > 0)
  }
}
