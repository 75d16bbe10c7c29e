import Support
import Testing

@testable import Text

/// Where lines end in scripts without spaces.
@Suite struct LineBreakTests {
  /// The width of a text in the built-in font, in pixels.
  private func width(_ text: Bytes) -> Double {
    Typesetter().paragraph(text, TextStyle(size: 20), within: .infinity).width
  }

  /// The lines of a text in the built-in font, as numbers of glyphs.
  private func lines(_ text: Bytes, within width: Double) throws -> (glyphs: [Int], areWhole: Bool) {
    let font = try Font(FontFile(), weight: 400)
    font.setSize(20)
    let lines = Line.broken(TextRun(text, [font], size: 20, isMonospaced: false), within: width)
    return (lines.map { $0.placed.count }, !lines.contains { $0.dividesWord })
  }

  /// A line ends before or after an ideograph, but not before closing punctuation nor after opening punctuation. A bar
  /// is where a line may end.
  @Test(arguments: [
    "日|本|語|text", "a|日|b", "日|本。|text", "日|本」。|語", "日|（本）|語", "「日|本」|a", "日|《本》|a", "text|（日）|b",
  ])
  func linesEndBetweenIdeographs(_ marked: String) throws {
    let parts = marked.split(separator: "|").map { Bytes(Array($0.utf8)) }
    for (part, next) in zip(parts, parts.dropFirst()) {
      let widths = [part, next].map { width($0) }, counts = [part, next].map { Array($0.scalars).count }
      let (glyphs, areWhole) = try lines(part + next, within: max(widths[0], widths[1]) + 0.1)
      #expect(glyphs == counts && areWhole)
    }
  }

  /// A Thai vowel that is written before its consonant stays with it.
  @Test func aThaiVowelStaysWithItsConsonant() throws {
    let letter = width("ก")
    #expect(try lines("กกแก", within: 3 * letter + 0.1).glyphs == [2, 2])
    #expect(try lines("แก", within: letter + 0.1).glyphs == [1, 1], "there is no room for both")
  }
}
