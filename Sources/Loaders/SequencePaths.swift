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

  /// Adds 1 to a number in ASCII digits, keeping leading zeros: 9 becomes 10, and 07 becomes 08. Any other text becomes
  /// another text that is not a number.
  private static func increment(_ digits: inout [UInt8]) {
    var index = digits.count - 1
    while index >= 0, digits[index] == UInt8(ascii: "9") {
      digits[index] = UInt8(ascii: "0")
      index -= 1
    }
    if index < 0 { digits.insert(UInt8(ascii: "1"), at: 0) } else { digits[index] &+= 1 }
  }
}
