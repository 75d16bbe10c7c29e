/// One line of a text run, without the spaces at its end.
struct Line {
  /// The advance of the line, in pixels.
  let width: Double
  /// The glyphs from left to right.
  let placed: [Shaper.PlacedGlyph]

  /// The line of the characters in a range of a run.
  private init(_ run: TextRun, _ range: Range<Int>) {
    var range = range
    while let last = range.last, run.characters[last].role == .space { range = range.lowerBound..<last }
    let characters = run.characters[range]
    width = characters.reduce(0) { $0 + $1.advance + $1.kerning } - (characters.first?.kerning ?? 0)
    placed = run.glyphs(in: range)
  }

  /// Breaks a run into lines of at most `width` pixels: after the last space or hyphen that fits, before or after an
  /// ideograph, or else within the word. Only the line of an empty run has no characters.
  static func broken(_ run: TextRun, within width: Double) -> [Line] {
    let characters = run.characters
    var lines: [Line] = []
    var start = 0, used = 0.0
    var opportunity = 0  // the last break opportunity
    var index = 0
    while index < characters.count {
      let character = characters[index]
      used += character.advance + (index > start ? character.kerning : 0)
      if character.role == .ideograph, index > start { opportunity = index }
      if used > width + 1e-6, character.role != .space, character.advance > 0, index > start {
        let end = opportunity > start ? opportunity : index
        lines.append(Line(run, start..<end))
        start = end
        opportunity = end
        used = 0
        index = end
        continue
      }
      if character.role == .space || character.role == .hyphen { opportunity = index + 1 }
      index += 1
    }
    lines.append(Line(run, start..<characters.count))
    return lines
  }
}
