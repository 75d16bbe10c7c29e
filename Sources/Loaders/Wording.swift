public import Notation

/// The words that a screen says by itself. A theme may have others: `%` stands for a number.
public struct Wording: Equatable {
  private var words: [Bytes] = [
    "Part % of %", "About % minutes left", "About a minute left", "About % seconds left", "Nearly done",
    "Still working…", "Something went wrong", "Cancelling…",
  ]

  public static var keys: [Bytes] { ["part", "minutes", "minute", "seconds", "moment", "stall", "failure", "cancel"] }

  public init() {}

  /// Nil for an unknown key, and setting that does nothing.
  public subscript(key: Bytes) -> Bytes? {
    get { Wording.keys.firstIndex(of: key).map { words[$0] } }
    set { if let index = Wording.keys.firstIndex(of: key) { words[index] = newValue ?? "" } }
  }

  /// What is said of work without a sign of life; empty says nothing.
  var stall: Bytes { words[5] }
  /// Of a failure that nobody has words for.
  public var failure: Bytes { words[6] }
  /// When the user has cancelled what is shown.
  public var cancel: Bytes { words[7] }

  /// "Part 2 of 3".
  public func part(_ number: Int, of count: Int) -> Bytes { Wording.fill(words[0], [number, count]) }

  /// In steps that nobody takes for a promise.
  func left(_ seconds: Double) -> Bytes {
    if seconds >= 90 { return Wording.fill(words[1], [Int((seconds / 60).rounded(.up))]) }
    if seconds > 50 { return words[2] }
    if seconds > 5 { return Wording.fill(words[3], [Int((seconds / 10).rounded(.up)) * 10]) }
    return words[4]
  }

  private static func fill(_ text: Bytes, _ numbers: [Int]) -> Bytes {
    var numbers = numbers[...], filled = Bytes()
    for byte in text.utf8 {
      if byte == 0x25, let number = numbers.popFirst() { filled += "\(number)" } else { filled.utf8.append(byte) }
    }
    return filled
  }
}
