public import Notation
public import Raster

/// Text broken into lines, measured, and drawn once for all frames that show it.
public final class Paragraph {
  public let text: Bytes
  public let style: TextStyle
  /// Lines were broken to stay within it, where they could.
  let limit: Double
  /// The widest line's advance, in pixels.
  public let width: Double
  /// Line height times lines, in pixels.
  public let height: Double
  /// How many characters the font has not; each is drawn as a box.
  public let missing: Int

  private let font: Font
  private let lines: [Line]
  private var drawn: (fraction: Double, mask: Mask, x: Int32, y: Int32)?

  init(_ text: Bytes, _ style: TextStyle, within limit: Double, _ font: Font) {
    (self.text, self.style, self.limit, self.font) = (text, style, limit, font)
    font.setSize(style.size)
    var missing = 0
    lines = Line.broken(Paragraph.glyphs(of: text, font, &missing), within: limit)
    width = lines.reduce(0) { max($0, $1.width) }
    height = Double(lines.count) * (font.ascent + font.descent) * style.size
    self.missing = missing
  }

  /// Whether this is what breaking the same text within `width` would give: every line fits, and no word
  /// moved to the next line for less than what `limit` allowed.
  func isRight(within width: Double) -> Bool { width <= limit && self.width <= width + 1e-3 }

  private static func glyphs(of text: Bytes, _ font: Font, _ missing: inout Int) -> [Glyph] {
    var glyphs: [Glyph] = []
    for scalar in text.scalars {
      if scalar == 0x0A {
        glyphs.append(Glyph(index: 0, advance: 0, kerning: 0, role: .lineEnd))
        continue
      }
      if scalar < 0x20 || scalar == 0x7F { continue }
      let index = font.glyph(for: scalar)
      if index == 0 { missing += 1 }
      let previous = glyphs.last?.role == .lineEnd ? nil : glyphs.last
      let role: Glyph.Role = scalar == 0x20 ? .space : scalar == 0x2D || scalar == 0x2010 ? .hyphen : .letter
      glyphs.append(
        Glyph(
          index: index, advance: font.advance(of: index),
          kerning: previous.map { font.kerning($0.index, index) } ?? 0, role: role))
    }
    return glyphs
  }

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
    let lineHeight = (font.ascent + font.descent) * style.size
    var images: [GlyphImage] = []
    for (number, line) in lines.enumerated() {
      let baseline = Int32((font.ascent * style.size + Double(number) * lineHeight).rounded(.toNearestOrAwayFromZero))
      var pen = fraction
      switch style.alignment {
      case .leading: break
      case .center: pen += (width - line.width) / 2
      case .trailing: pen += width - line.width
      }
      for (index, glyph) in line.glyphs.enumerated() {
        if index > 0 { pen += glyph.kerning }
        if let image = font.image(of: glyph.index, x: pen, y: baseline) { images.append(image) }
        pen += glyph.advance
      }
    }
    return Paragraph.joined(images)
  }

  private static func joined(_ images: [GlyphImage]) -> (mask: Mask, x: Int32, y: Int32)? {
    let bounds = images.reduce(Rect.empty) { $0.union(Rect($1.x, $1.y, $1.x + $1.width, $1.y + $1.height)) }
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
