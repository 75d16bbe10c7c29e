import Images
import Support

/// The files of a picture sequence: names that are separated by commas, where `{FIRST..LAST}` stands for each number of a
/// range, with as many digits as `FIRST`.
struct SequencePaths {
  /// One path for each frame, at least one.
  private(set) var all: [Bytes] = []

  /// Nil if there is none, if there are more than `PictureSequence.countLimit`, or if a range cannot be read.
  init?(_ text: Bytes) {
    let limit = PictureSequence.countLimit
    for part in text.split(at: UInt8(ascii: ",")) where !part.isEmpty {
      let (before, rest) = part.trimmed.cut(at: "{"), (range, after) = rest.cut(at: "}")
      let (start, end) = range.cut(at: "..")
      var number = Decimal.integer(start) ?? -1
      let last = rest.isEmpty ? number : Decimal.integer(end) ?? -1
      if rest.isEmpty { all.append(before) } else if number < 0 || last < 0 { return nil }
      while number >= 0, all.count <= limit {
        var digits: Bytes = "\(number)"
        while digits.count < start.count { digits = "0" + digits }
        all.append(before + digits + after)
        number = number == last ? -1 : number + (number < last ? 1 : -1)
      }
    }
    if all.isEmpty || all.count > limit { return nil }
  }
}
