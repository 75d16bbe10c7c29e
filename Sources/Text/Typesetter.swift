public import Support

/// Breaks texts into lines, and caches the most recent paragraphs and fonts: consecutive frames show the same texts.
public final class Typesetter {
  private let builtIn = FontFile()
  private var fonts: [Font] = []
  private var paragraphs: [Paragraph] = []
  /// The number of characters without a glyph in all texts that were set.
  public private(set) var missing = 0
  /// True if a text that needs shaping was set without it, because HarfBuzz or FriBidi is missing.
  public private(set) var isUnshaped = false
  /// The most fonts. A layout measures four paragraphs or fewer for each that is shown.
  private static let cacheLimit = 16

  /// True if HarfBuzz and FriBidi are installed.
  public static var canShape: Bool { Shaper.isAvailable }

  /// A typesetter with empty caches.
  public init() {}

  /// Throws if `file` is not a font that can be drawn.
  public func check(_ file: FontFile) throws(FontError) { _ = try font(file, weight: 400) }

  /// A text broken into lines of at most `width` pixels, from the cache if possible. The size of `style` is in pixels.
  ///
  /// If the font of the style cannot be used, the built-in font is used.
  public func paragraph(_ text: Bytes, _ style: TextStyle, within width: Double) -> Paragraph {
    let index = paragraphs.firstIndex { $0.style == style && $0.text == text && $0.hasSameLines(within: width) }
    if let index {
      let paragraph = paragraphs[index]
      if index > 0 {
        paragraphs.remove(at: index)
        paragraphs.insert(paragraph, at: 0)
      }
      return paragraph
    }
    let paragraph = Paragraph(text, style, within: width, font(of: style))
    missing += paragraph.missing
    isUnshaped = isUnshaped || paragraph.isUnshaped
    if paragraphs.count == 4 * Typesetter.cacheLimit { paragraphs.removeLast() }
    paragraphs.insert(paragraph, at: 0)
    return paragraph
  }

  /// The font of a style, or else the built-in font.
  private func font(of style: TextStyle) -> Font {
    if let file = style.font, let font = try? font(file, weight: style.weight) { return font }  // falls back below
    do {
      return try font(builtIn, weight: style.weight)
    } catch {
      fatalError("the built-in font is broken")
    }
  }

  /// The font of a file in a weight, from the cache or new.
  private func font(_ file: FontFile, weight: Int) throws(FontError) -> Font {
    if let font = fonts.first(where: { $0.file === file && $0.weight == weight }) { return font }
    let font = try Font(file, weight: weight)
    if fonts.count == Typesetter.cacheLimit { fonts.removeFirst() }
    fonts.append(font)
    return font
  }
}
