import Images
import Support

/// The files of a picture sequence: names that are separated by commas, where `{FIRST..LAST}` stands for each number of
/// a range, with as many digits as `FIRST`.
struct SequencePaths {
  /// One path for each frame, at least one.
  private(set) var all: [Bytes] = []

  /// Nil if there is none, if there are more than `PictureSequence.countLimit`, or if a range does not reach its end.
  init?(_ text: Bytes) {
    for part in text.split(at: UInt8(ascii: ",")) where !part.isEmpty {
      let (before, rest) = part.trimmed.cut(at: "{"), (range, after) = rest.cut(at: "}")
      let (start, end) = range.cut(at: "..")
      var number = start
      while true {
        all.append(before + number + after)
        if number == end || rest.isEmpty { break }
        if all.count > PictureSequence.countLimit { return nil }
        SequencePaths.increment(&number.utf8)
      }
    }
    if all.isEmpty || all.count > PictureSequence.countLimit { return nil }
  }

  /// Makes 10 of 9, and 08 of 07. What is no number becomes something else that is none.
  private static func increment(_ digits: inout [UInt8]) {
    var place = digits.count - 1
    while place >= 0, digits[place] == UInt8(ascii: "9") {
      digits[place] = UInt8(ascii: "0")
      place -= 1
    }
    if place < 0 { digits.insert(UInt8(ascii: "1"), at: 0) } else { digits[place] &+= 1 }
  }
}
