public import Raster
public import Support

/// The lines of a text within a width, and the sums of what `TextRun` reports.
private struct BrokenLines {
  private(set) var lines: [Line] = []
  private var runs: [TextRun] = []
  var missing = 0
  var isUnshaped = false
  /// The largest ascent and descent of the fonts that are used, in ems.
  var ascent = -Double.infinity, descent = -Double.infinity

  /// Breaks a text at line feeds, and each part within `limit` pixels.
  init(_ text: Bytes, _ style: TextStyle, within limit: Double, _ fonts: [Font]) {
    for part in text.split(at: UInt8(ascii: "\n")) {
      let run = TextRun(part, fonts, size: style.size, isMonospaced: style.isMonospaced)
      runs.append(run)
      missing += run.missing
      isUnshaped = isUnshaped || run.isUnshaped
      for character in run.characters { measure(fonts[character.font]) }
    }
    if runs.allSatisfy({ $0.characters.isEmpty }) { measure(fonts[0]) }
    lines = broken(within: limit)
  }

  private mutating func measure(_ font: Font) {
    ascent = max(ascent, font.ascent)
    descent = max(descent, font.descent)
  }

  private func broken(within limit: Double) -> [Line] { runs.flatMap { Line.broken($0, within: limit) } }

  /// Breaks two to four lines again within the least width that gives as many, without splitting more words, and
  /// without replacing a break at a hyphen by one elsewhere in a word: the lines become equally long, and the last one
  /// is not a short word.
  mutating func balance() {
    guard (2...4).contains(lines.count) else { return }
    // Four lines end with three hyphens at most, which weigh less than one break elsewhere.
    @inline(never) func splits(_ lines: [Line]) -> Int {
      lines.reduce(0) { $0 + ($1.dividesWord ? 4 : $1.isHyphenated ? 1 : 0) }
    }
    let words = splits(lines)
    var most = lines.reduce(0) { max($0, $1.width) }, least = most / 2
    for _ in 0..<6 {
      let middle = (least + most) / 2, candidate = broken(within: middle)
      if candidate.count == lines.count, splits(candidate) <= words {
        (lines, most) = (candidate, middle)
      } else {
        least = middle
      }
    }
  }
}

/// A text broken into lines and measured. Its mask is drawn once and kept for later frames.
public final class Paragraph {
  /// The whole text, UTF-8, also if it was cut to the line limit.
  public let text: Bytes
  /// The style, with its size in pixels.
  public let style: TextStyle
  /// The width within which the lines were broken, in pixels; a single character may exceed it.
  let limit: Double
  /// The widest line's advance, in pixels.
  public let width: Double
  /// The line height times the number of lines, in pixels.
  public let height: Double
  /// The number of characters without a glyph in the fonts; each is drawn as a box.
  public let missing: Int
  /// True if no word is divided for lack of room, and no ellipsis stands for a part of the text.
  public let isWhole: Bool
  /// True if the script needs shaping and HarfBuzz or FriBidi is missing; the characters are then set one by one.
  public let isUnshaped: Bool
  /// The distance between two baselines, in pixels.
  public let lineHeight: Double
  /// The distance from the top to the first baseline, in pixels.
  private let ascent: Double
  private let fonts: [Font]
  private let lines: [Line]
  /// The newest results of `mask(fraction:)`: displays of different widths have different fractions.
  private var masks: [(fraction: Double, mask: Mask, x: Int32, y: Int32)] = []
  /// The most masks.
  private static let maskLimit = 4

  /// Breaks a text within `limit` pixels. A text of more than `style.lineLimit` lines is cut, with an ellipsis at its
  /// end.
  init(_ text: Bytes, _ style: TextStyle, within limit: Double, _ fonts: [Font]) {
    self.text = text
    self.style = style
    self.limit = limit
    self.fonts = fonts
    for font in fonts { font.setSize(style.size) }
    var broken = BrokenLines(text, style, within: limit, fonts)
    isWhole = broken.lines.count <= style.lineLimit && !broken.lines.contains { $0.dividesWord }
    if broken.lines.count > style.lineLimit {
      // Bisection for the longest prefix that fits with an ellipsis.
      let scalars = Array(text.scalars)
      var fitting = 0, exceeding = scalars.count
      while exceeding - fitting > 1 {
        let count = (fitting + exceeding) / 2
        let candidate = BrokenLines(Paragraph.truncated(scalars, count), style, within: limit, fonts)
        if candidate.lines.count > style.lineLimit { exceeding = count } else { fitting = count }
      }
      broken = BrokenLines(Paragraph.truncated(scalars, fitting), style, within: limit, fonts)
    } else if style.alignment == .center {
      broken.balance()
    }
    lines = broken.lines
    missing = broken.missing
    isUnshaped = broken.isUnshaped
    width = lines.reduce(0) { max($0, $1.width) }
    ascent = broken.ascent * style.size
    lineHeight = max(0, broken.ascent + broken.descent) * style.size
    height = Double(lines.count) * lineHeight
  }

  /// The first `count` characters, trimmed, with an ellipsis at the end.
  private static func truncated(_ scalars: [UInt32], _ count: Int) -> Bytes {
    var text = Bytes()
    for scalar in scalars[..<count] { text.append(scalar: scalar) }
    return text.trimmed + "…"
  }

  /// True if these lines can be used within `width`: every line fits, and `limit` was not smaller, so that no word was
  /// moved to the next line too early.
  func hasSameLines(within width: Double) -> Bool { width <= limit && self.width <= width + 1e-3 }

  /// The coverage of all glyphs, and the position of the mask's top left pixel. Nil if no glyph is visible.
  ///
  /// The left edge of the paragraph is at `fraction`, 0..<1, of a pixel; `x` and `y` are relative to that pixel and to
  /// the top of the paragraph.
  public func mask(fraction: Double) -> (mask: Mask, x: Int32, y: Int32)? {
    if let known = masks.first(where: { $0.fraction == fraction }) { return (known.mask, known.x, known.y) }
    guard let (mask, x, y) = draw(fraction) else { return nil }
    if masks.count == Paragraph.maskLimit { masks.removeFirst() }
    masks.append((fraction, mask, x, y))
    return (mask, x, y)
  }

  /// Draws the glyphs of all lines into one mask.
  private func draw(_ fraction: Double) -> (mask: Mask, x: Int32, y: Int32)? {
    for font in fonts { font.setSize(style.size) }
    var bitmap = GlyphBitmap()
    for (number, line) in lines.enumerated() {
      let baseline = (ascent + Double(number) * lineHeight).rounded(.toNearestOrAwayFromZero)
      var pen = fraction
      switch style.alignment {
      case .leading: break
      case .center: pen += (width - line.width) / 2
      case .trailing: pen += width - line.width
      }
      for placed in line.placed {
        let font = fonts[placed.font]
        let image = font.image(of: placed.glyph, x: pen + placed.x, y: baseline + placed.y, placed.stretch)
        if let image { bitmap.add(image) }
        pen += placed.advance
      }
    }
    return bitmap.mask()
  }
}

/// The glyph images of a text. A glyph that would exceed `Font.bitmapLimit` is left out.
private struct GlyphBitmap {
  private var images: [GlyphImage] = []
  private var bounds = Rect.empty
  private var byteCount = 0

  /// Adds the image of a glyph.
  mutating func add(_ image: GlyphImage) {
    let union = bounds.union(Rect(image.x, image.y, image.x + image.width, image.y + image.height))
    if union.area > Font.bitmapLimit || byteCount + image.coverage.count > Font.bitmapLimit { return }
    bounds = union
    byteCount += image.coverage.count
    images.append(image)
  }

  /// The images in one mask, and the position of its top left pixel. Coverage is added where glyphs overlap.
  func mask() -> (mask: Mask, x: Int32, y: Int32)? {
    if bounds.isEmpty { return nil }
    var coverage = [UInt8](zeros: bounds.area)
    coverage.withUnsafeMutableBufferPointer { coverage in
      for image in images {
        image.coverage.withUnsafeBufferPointer { source in
          for y in 0..<Int(image.height) {
            let target = (Int(image.y - bounds.minY) + y) * Int(bounds.width) + Int(image.x - bounds.minX)
            for x in 0..<Int(image.width) {
              let sum = UInt16(coverage[target + x]) + UInt16(source[y * Int(image.width) + x])
              coverage[target + x] = UInt8(min(255, sum))
            }
          }
        }
      }
    }
    return (Mask(width: bounds.width, height: bounds.height, coverage: coverage), bounds.minX, bounds.minY)
  }
}
