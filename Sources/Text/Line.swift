/// A part of a setting that stands on one line, without the spaces at its end.
struct Line {
  let width: Double
  let placed: [Shaper.Placed]

  private init(_ setting: Setting, _ range: Range<Int>) {
    var range = range
    while let last = range.last, setting.characters[last].role == .space { range = range.lowerBound..<last }
    let characters = setting.characters[range]
    width = characters.reduce(0) { $0 + $1.advance + $1.kerning } - (characters.first?.kerning ?? 0)
    placed = setting.placed(range)
  }

  /// Breaks where `width` is exceeded: after the last space or hyphen that fits, around an ideograph, else within the word.
  static func broken(_ setting: Setting, within width: Double) -> [Line] {
    let characters = setting.characters
    var lines: [Line] = []
    var start = 0, chance = 0, used = 0.0
    var index = 0
    while index < characters.count {
      let character = characters[index]
      used += character.advance + (index > start ? character.kerning : 0)
      if character.role == .ideograph, index > start { chance = index }
      if used > width + 1e-6, character.role != .space, character.advance > 0, index > start {
        let end = chance > start ? chance : index
        lines.append(Line(setting, start..<end))
        (start, chance, used, index) = (end, end, 0, end)
        continue
      }
      if character.role == .space || character.role == .hyphen { chance = index + 1 }
      index += 1
    }
    lines.append(Line(setting, start..<characters.count))
    return lines
  }
}
