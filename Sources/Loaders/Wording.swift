public import Notation

/// The words that a screen says by itself. A theme may have others: `%` stands for a number.
public struct Wording: Equatable {
  public var part: Bytes = "Part % of %"
  public var minutes: Bytes = "About % minutes left"
  public var minute: Bytes = "About a minute left"
  public var seconds: Bytes = "About % seconds left"
  public var moment: Bytes = "Nearly done"
  /// Empty says nothing.
  public var stall: Bytes = "Still working…"

  /// For a failure that nobody has words for.
  public var failure: Bytes = "Something went wrong"

  public static var keys: [Bytes] { ["part", "minutes", "minute", "seconds", "moment", "stall", "failure"] }

  public init() {}

  /// False for an unknown key.
  public mutating func set(_ key: Bytes, _ value: Bytes) -> Bool {
    switch key {
    case "part": part = value
    case "minutes": minutes = value
    case "minute": minute = value
    case "seconds": seconds = value
    case "moment": moment = value
    case "stall": stall = value
    case "failure": failure = value
    default: return false
    }
    return true
  }

  /// "Part 2 of 3".
  public func part(_ number: Int, of count: Int) -> Bytes { Wording.fill(part, [number, count]) }

  /// In steps that nobody takes for a promise.
  func left(_ seconds: Double) -> Bytes {
    if seconds >= 90 { return Wording.fill(minutes, [Int((seconds / 60).rounded(.up))]) }
    if seconds > 50 { return minute }
    if seconds > 5 { return Wording.fill(self.seconds, [Int((seconds / 10).rounded(.up)) * 10]) }
    return moment
  }

  private static func fill(_ text: Bytes, _ numbers: [Int]) -> Bytes {
    var numbers = numbers[...], filled = Bytes()
    for byte in text.utf8 {
      if byte == 0x25, let number = numbers.popFirst() { filled += "\(number)" } else { filled.utf8.append(byte) }
    }
    return filled
  }
}
