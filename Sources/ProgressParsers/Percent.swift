import Support

/// Parser of lines with a number: `42`, `42%`, `0.42` or `3/7` alone, or a percentage within other text.
struct Percent: Sendable {
  private var parser: ProgressValueParser

  /// `maximum` is the value that means full for a number alone on its line; nil for 100.
  init(maximum: Double? = nil) { parser = ProgressValueParser(maximum: maximum) }

  mutating func sample(_ line: Bytes) -> ProgressSample? {
    (alone(line) ?? Percent.step(line) ?? Percent.first(in: line)).map { ProgressSample($0) }
  }

  /// The fraction that a value alone on its line stands for.
  mutating func alone(_ line: Bytes) -> Double? { parser.fraction(line.trimmed) }

  /// Whether a line has nothing but a number or a ratio: amid other output that may be anything.
  static func isBareNumber(_ line: Bytes) -> Bool {
    var parser = ProgressValueParser()
    let text = line.trimmed
    return !text.hasSuffix("%") && parser.fraction(text) != nil
  }

  /// The first percentage of a line, as a fraction.
  static func first(in line: Bytes) -> Double? {
    let utf8 = line.utf8
    for index in utf8.indices where utf8[index] == UInt8(ascii: "%") {
      var end = index
      if end > 0, utf8[end - 1] == UInt8(ascii: " ") { end -= 1 }
      var start = end
      while start > 0, isNumeral(utf8[start - 1]) { start -= 1 }
      // qemu-img writes 12.34/100%.
      if start > 1, Bytes(utf8[(start - 1)..<end]) == "/100", isNumeral(utf8[start - 2]) {
        end = start - 1
        start = end
        while start > 0, isNumeral(utf8[start - 1]) { start -= 1 }
      }
      if start > 0, utf8[start - 1] == UInt8(ascii: "-") || isLetter(utf8[start - 1]) { continue }
      let number = Decimal.double(Bytes(utf8[start..<end].map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }))
      if let number, (0...100).contains(number) { return number / 100 }
    }
    return nil
  }

  /// The fraction of a line such as `[2/3] name 40%`, as dnf5 writes: that of the K-th of N equal steps, before which
  /// the others are done. The line named `Total` has the percentage of all steps.
  private static func step(_ line: Bytes) -> Double? {
    guard line.hasPrefix("["), let numbers = line.before("]")?.dropFirst(1).split(at: UInt8(ascii: "/")),
      numbers.count == 2, let number = Decimal.integer(numbers[0].trimmed),
      let count = Decimal.integer(numbers[1].trimmed), (0...count).contains(number), count > 0,
      let text = line.after("]")?.trimmed, let fraction = first(in: text)
    else { return nil }
    // A percentage without a name may be that of all steps.
    if text.hasPrefix("Total ") || text.utf8.first.map(isNumeral) == true { return fraction }
    return (Double(max(1, number) - 1) + fraction) / Double(count)
  }

  private static func isNumeral(_ byte: UInt8) -> Bool {
    Decimal.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80
  }
}

extension Bytes {
  /// The fraction of a text like `42%`; nil for anything else.
  var percentage: Double? {
    guard hasSuffix("%"), let number = Decimal.double(Bytes(utf8.dropLast())), (0...100).contains(number) else {
      return nil
    }
    return number / 100
  }
}
