/// One glyph of a text in reading order, in pixels.
struct Glyph {
  /// What it means for breaking lines.
  enum Role { case letter, space, hyphen, lineEnd }

  let index: UInt32
  let advance: Double
  /// Added before it when it does not start a line.
  let kerning: Double
  let role: Role
}

/// The glyphs of one line, without the spaces at its end.
struct Line {
  let glyphs: ArraySlice<Glyph>
  let width: Double

  init(_ glyphs: ArraySlice<Glyph>) {
    var glyphs = glyphs
    while let last = glyphs.last, last.role == .space || last.role == .lineEnd { glyphs.removeLast() }
    self.glyphs = glyphs
    width = glyphs.reduce(0) { $0 + $1.advance + $1.kerning } - (glyphs.first?.kerning ?? 0)
  }

  /// Breaks at line ends, and where `width` is exceeded: after the last space or hyphen that fits, else within the word.
  static func broken(_ glyphs: [Glyph], within width: Double) -> [Line] {
    var lines: [Line] = []
    var start = 0, chance = 0, used = 0.0
    var index = 0
    while index < glyphs.count {
      let glyph = glyphs[index]
      if glyph.role == .lineEnd {
        lines.append(Line(glyphs[start...index]))
        (start, chance, used) = (index + 1, index + 1, 0)
        index += 1
        continue
      }
      used += glyph.advance + (index > start ? glyph.kerning : 0)
      if used > width + 1e-6, glyph.role != .space, index > start {
        let end = chance > start ? chance : index
        lines.append(Line(glyphs[start..<end]))
        (start, chance, used, index) = (end, end, 0, end)
        continue
      }
      if glyph.role != .letter { chance = index + 1 }
      index += 1
    }
    lines.append(Line(glyphs[start...]))
    return lines
  }
}
