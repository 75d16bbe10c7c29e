/// Parses progress values, with the same grammar everywhere.
///
/// `42` and `42%` are percentages, `0.42` is a fraction (a number of at most 1 with a decimal point), `3/7` is a ratio.
/// With a `maximum`, plain numbers count up to it. One parser is for one stream of values: after a fraction, plain
/// numbers up to 1 are fractions too, so that a script that prints 0, 0.5, 1 ends at the full length.
public struct ProgressValueParser: Sendable {
  /// The plain number that means full; nil for 100.
  public let maximum: Double?
  /// Whether a fraction was parsed.
  private var hasFractions = false

  /// A parser at the start of a stream.
  public init(maximum: Double? = nil) { self.maximum = maximum }

  /// Examples of valid values, for error messages.
  public static var examples: Bytes { "42, 42%, 0.42 or 3/7" }

  /// Parses a value, as a fraction 0…1; nil if it is invalid or out of range.
  public mutating func fraction(_ text: Bytes) -> Double? {
    // A quick end for other text: digits, signs and points are characters up to 9.
    guard let first = text.utf8.first, first <= UInt8(ascii: "9") else { return nil }
    let value: Double?
    if text.hasSuffix("%") {
      value = Decimal.double(Bytes(text.utf8.dropLast())).map { $0 / 100 }
    } else if text.utf8.contains(UInt8(ascii: "/")) {
      value = ProgressValueParser.ratio(text)
    } else {
      value = Decimal.double(text).map { plain($0, hasPoint: text.utf8.contains(UInt8(ascii: "."))) }
    }
    guard let value, (0...1).contains(value) else { return nil }
    return value
  }

  private mutating func plain(_ number: Double, hasPoint: Bool) -> Double {
    if let maximum { return number / maximum }
    if hasPoint, (0...1).contains(number) { hasFractions = true }
    return hasFractions && number <= 1 ? number : number / 100
  }

  /// Parses a ratio such as `3/7` or `3 / 7`.
  private static func ratio(_ text: Bytes) -> Double? {
    let parts = text.split(at: UInt8(ascii: "/"))
    guard parts.count == 2, let part = Decimal.double(parts[0].trimmed), let whole = Decimal.double(parts[1].trimmed),
      whole > 0, part >= 0
    else { return nil }
    return part / whole
  }
}
