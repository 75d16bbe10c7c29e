/// Progress as people and programs write it: one grammar for every place that takes it.
///
/// `42` and `42%` are per cent, `0.42` is a fraction (a number with a point, at most 1), `3/7` is a ratio. With a `maximum`
/// a number without a sign counts up to that. A value belongs to a stream of lines: once one of its lines was a fraction,
/// its plain numbers up to 1 are fractions too, so that a script which counts 0, 0.5, 1 ends at the full length.
public struct ProgressValueParser: Sendable {
  /// What is full for a number without `%` or `/`; nil for 100.
  public let maximum: Double?
  private var hasFractions = false

  public init(maximum: Double? = nil) { self.maximum = maximum }

  /// What a complaint about a value shows.
  public static var examples: Bytes { "42, 42%, 0.42 or 3/7" }

  /// From 0 to 1; nil for anything else.
  public mutating func fraction(_ text: Bytes) -> Double? {
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

  /// `3/7`, also with spaces around the stroke.
  private static func ratio(_ text: Bytes) -> Double? {
    let parts = text.split(at: UInt8(ascii: "/"))
    guard parts.count == 2, let part = Decimal.double(parts[0].trimmed), let whole = Decimal.double(parts[1].trimmed),
      whole > 0, part >= 0
    else { return nil }
    return part / whole
  }
}
