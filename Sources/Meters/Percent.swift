import Notation

/// Lines with a number: `42`, `42%`, `0.42`, or a percentage amid other text.
enum Percent {
  static func reading(_ line: Bytes) -> Reading? { (bare(line) ?? first(in: line)).map { Reading($0) } }

  /// The fraction that a number alone on its line stands for: with a point and up to 1 it is that, else a percentage.
  static func bare(_ line: Bytes) -> Double? {
    guard let number = Decimal.double(line.trimmed), (0...100).contains(number) else { return nil }
    return line.utf8.contains(0x2E) && number <= 1 ? number : number / 100
  }

  /// The first percentage of a line, as a fraction.
  static func first(in line: Bytes) -> Double? {
    let utf8 = line.utf8
    for (place, byte) in utf8.enumerated() where byte == 0x25 {
      var end = place
      if end > 0, utf8[end - 1] == 0x20 { end -= 1 }
      var start = end
      while start > 0, isNumeral(utf8[start - 1]) { start -= 1 }
      if start > 0, utf8[start - 1] == 0x2D || isLetter(utf8[start - 1]) { continue }
      let number = Decimal.double(Bytes(utf8[start..<end].map { $0 == 0x2C ? 0x2E : $0 }))
      if let number, (0...100).contains(number) { return number / 100 }
    }
    return nil
  }

  private static func isNumeral(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2C }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80 }
}

extension Bytes {
  /// `42%` as a fraction; nil for anything else.
  var percentage: Double? {
    guard hasSuffix("%"), let number = Decimal.double(Bytes(utf8.dropLast())), (0...100).contains(number) else {
      return nil
    }
    return number / 100
  }
}
