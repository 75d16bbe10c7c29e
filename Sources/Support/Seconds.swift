/// Parses durations.
public enum Seconds {
  /// Examples of valid durations, for error messages.
  public static var examples: Bytes { "10, 10s, 500ms or 2min" }

  /// A duration in seconds: a decimal number, alone or followed by `ms`, `s`, `sec`, `min` or `h`. Nil for any other
  /// text.
  public static func parse(_ text: Bytes) -> Double? {
    let number = Bytes(text.utf8.prefix { (UInt8(ascii: "+")...UInt8(ascii: "9")).contains($0) })
    // A number with an exponent has a letter that is not a unit.
    if let plain = Decimal.double(text) { return plain }
    guard let value = Decimal.double(number) else { return nil }
    switch text.dropFirst(number.count).trimmed {
    case "ms": return value / 1000
    case "s", "sec": return value
    case "min": return value * 60
    case "h": return value * 3600
    default: return nil
    }
  }

  /// A duration within a range, in seconds. Throws if the text is invalid or out of range.
  public static func parse(_ text: Bytes, within range: ClosedRange<Double>) throws(UsageError) -> Double {
    guard let seconds = parse(text) else { throw UsageError("\(quoted: text) is not a time: \(examples)") }
    guard range.contains(seconds) else {
      throw UsageError("\(quoted: text) is not within \(range.lowerBound) to \(range.upperBound) seconds")
    }
    return seconds
  }
}
