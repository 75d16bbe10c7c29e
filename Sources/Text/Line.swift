/// One line of a text run, without the spaces at its end.
struct Line {
  /// The advance of the line, in pixels.
  let width: Double
  /// The glyphs from left to right.
  let placed: [Shaper.PlacedGlyph]
  /// Whether it ends with a hyphen at a soft hyphen.
  let isHyphenated: Bool
  /// Whether its last word goes on in the next line without a hyphen, because it has no room.
  let dividesWord: Bool

  /// The line of the characters in a range of a run, with a hyphen at its end if it is broken at a soft hyphen.
  @inline(never)
  private init(_ run: TextRun, _ range: Range<Int>, isHyphenated: Bool = false, dividesWord: Bool = false) {
    var range = range
    while let last = range.last, run.characters[last].role == .space { range = range.lowerBound..<last }
    placed = run.glyphs(in: range, isHyphenated: isHyphenated)
    width = placed.reduce(0) { $0 + $1.advance }
    self.isHyphenated = isHyphenated
    self.dividesWord = dividesWord
  }

  /// Whether a line may end between two neighbours without a space or hyphen: before an ideograph or its opening
  /// punctuation, and between an ideograph or its closing punctuation and a letter, but never after opening
  /// punctuation.
  private static func mayEnd(after before: TextRun.Character.Role, before next: TextRun.Character.Role) -> Bool {
    if before == .opening { return false }
    return switch next {
    case .ideograph, .opening: true
    case .letter: before == .ideograph || before == .closing
    default: false
    }
  }

  /// Breaks a run into lines of at most `width` pixels: after the last space or hyphen that fits, at a soft hyphen
  /// with room for a hyphen, where `mayEnd` says so, or else within the word. Only the line of an empty run has no
  /// characters.
  static func broken(_ run: TextRun, within width: Double) -> [Line] {
    let characters = run.characters
    var lines: [Line] = []
    var start = 0, used = 0.0
    var opportunity = 0, isSoft = false  // the last break opportunity, and whether it is a soft hyphen
    var index = 0
    while index < characters.count {
      let character = characters[index]
      let end = used + character.advance + (index > start ? character.kerning : 0)
      if character.role == .softHyphen {
        if end <= width + 1e-6 { (opportunity, isSoft) = (index + 1, true) }
        index += 1
        continue
      }
      used = end
      if index > start, character.advance > 0, mayEnd(after: characters[index - 1].role, before: character.role) {
        (opportunity, isSoft) = (index, false)
      }
      if used > width + 1e-6, character.role != .space, character.advance > 0, index > start {
        let isBetween = opportunity > start, end = isBetween ? opportunity : index
        lines.append(Line(run, start..<end, isHyphenated: isSoft && isBetween, dividesWord: !isBetween))
        start = end
        opportunity = end
        used = 0
        index = end
        continue
      }
      if character.role == .space || character.role == .hyphen { (opportunity, isSoft) = (index + 1, false) }
      index += 1
    }
    lines.append(Line(run, start..<characters.count))
    return lines
  }
}
