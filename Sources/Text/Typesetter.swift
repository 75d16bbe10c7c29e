public import Support

/// Sets text and caches the most recent paragraphs and fonts: consecutive frames ask for the same few texts.
public final class Typesetter {
  private let builtIn = FontFile()
  private var fonts: [Font] = []
  private var paragraphs: [Paragraph] = []
  /// The number of characters that were set without a glyph, since the start.
  public private(set) var missing = 0
  /// True if a text that needs shaping was set character by character.
  public private(set) var isUnshaped = false
  private static let remembered = 16

  /// True if HarfBuzz and FriBidi are installed, which some scripts need.
  public static var canShape: Bool { Shaper.isAvailable }

  public init() {}

  /// Throws when `file` is not a font; a file that passed once can be used in any style.
  public func check(_ file: FontFile) throws(FontError) { _ = try font(file, weight: 400) }

  /// Text in a font that cannot be used is set in the built-in one.
  public func paragraph(_ text: Bytes, _ style: TextStyle, within width: Double) -> Paragraph {
    let known = paragraphs.firstIndex { $0.style == style && $0.text == text && $0.isRight(within: width) }
    if let index = known {
      let paragraph = paragraphs[index]
      if index > 0 {
        paragraphs.remove(at: index)
        paragraphs.insert(paragraph, at: 0)
      }
      return paragraph
    }
    let paragraph = Paragraph(text, style, within: width, usable(style))
    missing += paragraph.missing
    isUnshaped = isUnshaped || paragraph.isUnshaped
    if paragraphs.count == Typesetter.remembered { paragraphs.removeLast() }
    paragraphs.insert(paragraph, at: 0)
    return paragraph
  }

  private func usable(_ style: TextStyle) -> Font {
    if let file = style.font, let font = try? font(file, weight: style.weight) { return font }  // falls back below
    do {
      return try font(builtIn, weight: style.weight)
    } catch {
      fatalError("the built-in font is broken")
    }
  }

  private func font(_ file: FontFile, weight: Int) throws(FontError) -> Font {
    if let font = fonts.first(where: { $0.file === file && $0.weight == weight }) { return font }
    let font = try Font(file, weight: weight)
    if fonts.count == Typesetter.remembered { fonts.removeFirst() }
    fonts.append(font)
    return font
  }
}
