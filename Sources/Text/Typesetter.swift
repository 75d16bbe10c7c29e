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
  /// Set to false when a text is set that is not whole (``Paragraph/isWhole``).
  public var isWhole = true
  /// The size of the smallest text that was set since this was set to 0, in pixels; 0 if there was none.
  public var smallestSize = 0.0
  /// The fonts for characters that a text's own fonts lack; after them comes the built-in font.
  public var fallback: FontFile? { didSet { paragraphs = [] } }
  /// The most paragraphs: a layout measures four or fewer for each of 16 that are shown. Also the most fonts, which are
  /// the `Parameter.fontLimit` of a text, as many fallbacks and the built-in one, in some weights.
  private static let cacheLimit = 64
  /// The size limit of the files of all fonts but the newest one, in bytes.
  private static let sizeLimit = 48 * 1024 * 1024

  /// True if HarfBuzz and FriBidi are installed.
  public static var canShape: Bool { Shaper.isAvailable }

  /// A typesetter with empty caches.
  public init() {}

  /// Throws if `file` is not a font that can be drawn.
  public func check(_ file: FontFile) throws(FontError) { _ = try font(file, weight: 400) }

  /// A text broken into lines of at most `width` pixels, from the cache if possible. The size of `style` is in pixels.
  ///
  /// A character is drawn with the first font that has it: those of the style, then `fallback`, then the built-in one.
  public func paragraph(_ text: Bytes, _ style: TextStyle, within width: Double) -> Paragraph {
    if smallestSize == 0 || style.size < smallestSize { smallestSize = style.size }
    let index = paragraphs.firstIndex { $0.style == style && $0.text == text && $0.hasSameLines(within: width) }
    if let index {
      let paragraph = paragraphs[index]
      isWhole = isWhole && paragraph.isWhole
      if index > 0 {
        paragraphs.remove(at: index)
        paragraphs.insert(paragraph, at: 0)
      }
      return paragraph
    }
    let paragraph = Paragraph(text, style, within: width, fonts(of: style))
    missing += paragraph.missing
    isUnshaped = isUnshaped || paragraph.isUnshaped
    isWhole = isWhole && paragraph.isWhole
    if paragraphs.count == Typesetter.cacheLimit { paragraphs.removeLast() }
    paragraphs.insert(paragraph, at: 0)
    return paragraph
  }

  /// The characters of a text for which no font has a glyph.
  public func missingCharacters(of text: Bytes, _ style: TextStyle) -> [UInt32] {
    let fonts = fonts(of: style)
    return text.scalars.filter { scalar in
      TextRun.isVisible(scalar) && !fonts.contains { $0.glyph(for: scalar) != 0 }
    }
  }

  /// The fonts of a style, the preferred one first. Files that are no fonts are left out.
  private func fonts(of style: TextStyle) -> [Font] {
    var fonts: [Font] = []
    for first in [style.font, fallback, builtIn] {
      var file = first
      while let found = file {
        if let font = try? font(found, weight: style.weight) { fonts.append(font) }  // the next one replaces it
        file = found.next
      }
    }
    if fonts.isEmpty { fatalError("the built-in font is broken") }
    return fonts
  }

  /// The font of a file in a weight, from the cache or new.
  private func font(_ file: FontFile, weight: Int) throws(FontError) -> Font {
    if let font = fonts.first(where: { $0.file === file && $0.weight == weight }) { return font }
    let font = try Font(file, weight: weight)
    removeOldFonts(before: file)
    fonts.append(font)
    return font
  }

  /// Removes the oldest fonts, until there is room for one of `file`. Otherwise they would keep the files of loaders
  /// that are not shown any more.
  private func removeOldFonts(before file: FontFile) {
    var first = fonts.count, files = [file], size = file.count
    while first > 0, fonts.count - first < Typesetter.cacheLimit - 1 {
      let next = fonts[first - 1].file
      if !files.contains(where: { $0 === next }) {
        files.append(next)
        size += next.count
        if size > Typesetter.sizeLimit { break }
      }
      first -= 1
    }
    if first == 0 { return }
    fonts.removeFirst(first)
    paragraphs = []
  }
}
