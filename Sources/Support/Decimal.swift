/// Parses and formats decimal numbers, independently of the locale.
public enum Decimal {
  /// Parses a text as a decimal number: an optional sign, digits with an optional fraction, an optional exponent. Nil
  /// for any other text, and for overflow.
  ///
  /// Correctly rounded for up to 15 significant digits and exponents within ±22, where arithmetic on doubles is exact
  /// (Clinger, "How to Read Floating Point Numbers Accurately", 1990). Beyond that, the error is a few units in the
  /// last place.
  public static func double(_ text: Bytes) -> Double? {
    var reader = text.utf8[...]
    let negative = reader.first == UInt8(ascii: "-")
    if negative || reader.first == UInt8(ascii: "+") { reader.removeFirst() }
    var mantissa = 0.0, exponent = 0, digits = 0, significant = 0
    func nextDigit() -> Double? {
      guard let byte = reader.first, isDigit(byte) else { return nil }
      reader.removeFirst()
      digits += 1
      return Double(byte - UInt8(ascii: "0"))
    }
    func add(_ digit: Double, scale: Int) {
      if significant > 0 || digit > 0 { significant += 1 }
      if significant <= 18 { mantissa = mantissa * 10 + digit; exponent -= scale } else { exponent += 1 - scale }
    }
    while let digit = nextDigit() { add(digit, scale: 0) }
    if reader.first == UInt8(ascii: ".") {
      reader.removeFirst()
      while let digit = nextDigit() { add(digit, scale: 1) }
    }
    guard digits > 0 else { return nil }
    if let byte = reader.first, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      reader.removeFirst()
      let isNegative = reader.first == UInt8(ascii: "-")
      if isNegative || reader.first == UInt8(ascii: "+") { reader.removeFirst() }
      var power = 0
      let before = digits
      while let digit = nextDigit() { power = min(power * 10 + Int(digit), 9999) }
      if digits == before { return nil }
      exponent += isNegative ? -power : power
    }
    guard reader.isEmpty else { return nil }
    var value = mantissa
    while exponent != 0, value != 0, value.isFinite {
      let step = max(-22, min(22, exponent))
      if step > 0 { value *= power(step) } else { value /= power(-step) }
      exponent -= step
    }
    guard value.isFinite else { return nil }
    return negative ? -value : value
  }

  /// Parses a text as an integer without sign and spaces. Nil for any other text, and for more than 9 digits.
  public static func integer(_ text: Bytes) -> Int? {
    guard (1...9).contains(text.count) else { return nil }
    var value = 0
    for byte in text.utf8 {
      guard isDigit(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }

  /// 10 to the power of `exponent`, which must not be negative. Exact up to 22.
  static func power(_ exponent: Int) -> Double {
    var value = 1.0
    for _ in 0..<exponent { value *= 10 }
    return value
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Appends an integer in decimal.
  static func append(_ number: Int64, to utf8: inout [UInt8]) {
    var digits: [UInt8] = [], rest = number.magnitude
    repeat {
      digits.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    if number < 0 { utf8.append(UInt8(ascii: "-")) }
    utf8.append(contentsOf: digits.reversed())
  }

  /// Appends a number with at most 6 decimals, without zeros at the end. Numbers beyond ±2^53 are clamped to it; NaN is
  /// written as -2^53.
  static func append(_ number: Double, to utf8: inout [UInt8]) {
    guard number.magnitude <= 9_007_199_254_740_992 else {
      utf8.append(contentsOf: (number > 0 ? "9007199254740992" : "-9007199254740992" as Bytes).utf8)
      return
    }
    var whole = Int64(number.magnitude)
    var millionths = Int(((number.magnitude - Double(whole)) * 1_000_000).rounded())
    if millionths == 1_000_000 {
      whole += 1
      millionths = 0
    }
    if number < 0, whole > 0 || millionths > 0 { utf8.append(UInt8(ascii: "-")) }
    append(whole, to: &utf8)
    if millionths == 0 { return }
    utf8.append(UInt8(ascii: "."))
    var unit = 100_000
    while millionths > 0 {
      utf8.append(UInt8(ascii: "0") + UInt8(millionths / unit))
      millionths %= unit
      unit /= 10
    }
  }
}
