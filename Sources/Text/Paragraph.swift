public import Support
public import Raster

/// All lines of a text.
private struct BrokenLines {
  var lines: [Line] = []
  var missing = 0
  var isUnshaped = false

  init(_ text: Bytes, _ style: TextStyle, within limit: Double, _ font: Font) {
    for part in text.split(at: 0x0A) {
      let setting = TextRun(part, font, size: style.size)
      lines += Line.broken(setting, within: limit)
      missing += setting.missing
      isUnshaped = isUnshaped || setting.isUnshaped
    }
  }
}

/// Text broken into lines, measured, and drawn once for all frames that show it.
public final class Paragraph {
  public let text: Bytes
  public let style: TextStyle
  /// The width within which the lines were broken, in pixels; a single character may exceed it.
  let limit: Double
  /// The widest line's advance, in pixels.
  public let width: Double
  /// Line height times lines, in pixels.
  public let height: Double
  /// The number of characters without a glyph in the font; each is drawn as a box.
  public let missing: Int
  /// True if the script needs shaping and the libraries for it are missing: every character is then set by itself.
  public let isUnshaped: Bool

  private let font: Font
  private let lines: [Line]
  private var drawn: (fraction: Double, mask: Mask, x: Int32, y: Int32)?

  init(_ text: Bytes, _ style: TextStyle, within limit: Double, _ font: Font) {
    (self.text, self.style, self.limit, self.font) = (text, style, limit, font)
    font.setSize(style.size)
    var broken = BrokenLines(text, style, within: limit, font)
    if broken.lines.count > style.lineLimit {
      // The longest beginning that leaves room for an ellipsis.
      let scalars = Array(text.scalars)
      var fits = 0, tooMuch = scalars.count
      while tooMuch - fits > 1 {
        let count = (fits + tooMuch) / 2
        let candidate = BrokenLines(Paragraph.cut(scalars, count), style, within: limit, font)
        if candidate.lines.count > style.lineLimit { tooMuch = count } else { fits = count }
      }
      broken = BrokenLines(Paragraph.cut(scalars, fits), style, within: limit, font)
    }
    lines = broken.lines
    (missing, isUnshaped) = (broken.missing, broken.isUnshaped)
    width = lines.reduce(0) { max($0, $1.width) }
    height = Double(lines.count) * font.lineHeight * style.size
  }

  private static func cut(_ scalars: [UInt32], _ count: Int) -> Bytes {
    var text = Bytes()
    for scalar in scalars[..<count] { text.append(scalar: scalar) }
    return text.trimmed + "…"
  }

  /// True if breaking the same text within `width` would give these lines: every line fits, and `limit` was not smaller,
  /// so that no word was moved to the next line too early.
  func isRight(within width: Double) -> Bool { width <= limit && self.width <= width + 1e-3 }

  /// The coverage of all its ink when its box's left edge is at a `fraction`, 0..<1, of a pixel, and where the
  /// mask's top left stands from that pixel. Nil when there is no ink.
  public func mask(fraction: Double) -> (mask: Mask, x: Int32, y: Int32)? {
    if let drawn, drawn.fraction == fraction { return (drawn.mask, drawn.x, drawn.y) }
    guard let (mask, x, y) = draw(fraction) else { return nil }
    drawn = (fraction, mask, x, y)
    return (mask, x, y)
  }

  private func draw(_ fraction: Double) -> (mask: Mask, x: Int32, y: Int32)? {
    font.setSize(style.size)
    let lineHeight = font.lineHeight * style.size
    var ink = Ink()
    for (number, line) in lines.enumerated() {
      let baseline = (font.ascent * style.size + Double(number) * lineHeight).rounded(.toNearestOrAwayFromZero)
      var pen = fraction
      switch style.alignment {
      case .leading: break
      case .center: pen += (width - line.width) / 2
      case .trailing: pen += width - line.width
      }
      for placed in line.placed {
        if let image = font.image(of: placed.glyph, x: pen + placed.x, y: baseline + placed.y) { ink.add(image) }
        pen += placed.advance
      }
    }
    return ink.joined()
  }
}

/// The ink of a text's glyphs. What would make it larger than a large display is left out.
private struct Ink {
  private var images: [GlyphImage] = []
  private var bounds = Rect.empty
  private var byteCount = 0

  mutating func add(_ image: GlyphImage) {
    let union = bounds.union(Rect(image.x, image.y, image.x + image.width, image.y + image.height))
    if union.area > Font.inkLimit || byteCount + image.coverage.count > Font.inkLimit { return }
    bounds = union
    byteCount += image.coverage.count
    images.append(image)
  }

  func joined() -> (mask: Mask, x: Int32, y: Int32)? {
    if bounds.isEmpty { return nil }
    var coverage = [UInt8](repeating: 0, count: bounds.area)
    for image in images {
      for y in 0..<Int(image.height) {
        let target = (Int(image.y - bounds.minY) + y) * Int(bounds.width) + Int(image.x - bounds.minX)
        for x in 0..<Int(image.width) {
          let sum = UInt16(coverage[target + x]) + UInt16(image.coverage[y * Int(image.width) + x])
          coverage[target + x] = UInt8(min(255, sum))
        }
      }
    }
    return (Mask(width: bounds.width, height: bounds.height, coverage: coverage), bounds.minX, bounds.minY)
  }
}
