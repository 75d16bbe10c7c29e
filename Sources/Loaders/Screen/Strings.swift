public import Support

/// The texts that loaderd itself puts on a screen. A theme can replace them; `%` stands for a number.
public struct Strings: Equatable {
  private enum Key: Int { case part, minutes, minute, seconds, moment, stall, failure, cancel }

  /// In the order of `Key`.
  private var texts: [Bytes] = [
    "Part % of %", "About % minutes left", "About a minute left", "About % seconds left", "Nearly done",
    "Still working…", "Something went wrong", "Cancelling…",
  ]

  /// The keys that a theme can set, in the order of `Key`.
  public static var keys: [Bytes] { ["part", "minutes", "minute", "seconds", "moment", "stall", "failure", "cancel"] }

  /// The default texts, in English.
  public init() {}

  /// The text of a key; nil for an unknown key. Setting an unknown key has no effect.
  public subscript(key: Bytes) -> Bytes? {
    get { Strings.keys.firstIndex(of: key).map { texts[$0] } }
    set { if let index = Strings.keys.firstIndex(of: key) { texts[index] = newValue ?? "" } }
  }

  private subscript(key: Key) -> Bytes { texts[key.rawValue] }

  /// Shown when a task has sent no update and no heartbeat for a while; empty shows nothing.
  var stall: Bytes { self[.stall] }
  /// Default text for a failure without a message.
  public var failure: Bytes { self[.failure] }
  /// Shown after the user has cancelled the operation.
  public var cancel: Bytes { self[.cancel] }

  /// "Part 2 of 3": `number` counts from 1.
  public func part(_ number: Int, of count: Int) -> Bytes { Strings.fill(self[.part], [number, count]) }

  /// The remaining time in words. Minutes and tens of seconds are rounded up, because an estimate is not exact.
  func remaining(_ seconds: Double) -> Bytes {
    if seconds >= 90 { return Strings.fill(self[.minutes], [Int((min(seconds, 1e9) / 60).rounded(.up))]) }
    if seconds > 50 { return self[.minute] }
    if seconds > 5 { return Strings.fill(self[.seconds], [Int((seconds / 10).rounded(.up)) * 10]) }
    return self[.moment]
  }

  /// Replaces each `%` with the next number.
  private static func fill(_ text: Bytes, _ numbers: [Int]) -> Bytes {
    var numbers = numbers[...], filled = Bytes()
    for byte in text.utf8 {
      if byte == UInt8(ascii: "%"), let number = numbers.popFirst() {
        filled += "\(number)"
      } else {
        filled.utf8.append(byte)
      }
    }
    return filled
  }
}
