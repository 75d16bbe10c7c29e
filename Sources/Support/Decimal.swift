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

  /// Whether an ASCII character is one of 0 to 9.
  public static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// The most bytes of a number's text: a sign, 16 digits, a point and 6 decimals; or a sign and 19 digits.
  static var longest: Int { 24 }

  /// Appends an integer in decimal.
  static func append(_ number: Int64, to utf8: inout [UInt8]) {
    append(to: &utf8) { write(number, to: $0) }
  }

  /// Appends a number with at most 6 decimals.
  static func append(_ number: Double, to utf8: inout [UInt8]) { append(to: &utf8) { write(number, to: $0) } }

  private static func append(to utf8: inout [UInt8], _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { text in
      guard let start = text.baseAddress else { return }
      utf8.append(contentsOf: UnsafeBufferPointer(start: start, count: write(start)))
    }
  }

  /// Writes an integer to memory for `longest` bytes. Returns the number of bytes written.
  static func write(_ number: Int64, to text: UnsafeMutablePointer<UInt8>) -> Int {
    write(number.magnitude, millionths: 0, isNegative: number < 0, to: text)
  }

  /// Writes a number with at most 6 decimals and without zeros at the end. Numbers beyond ±2^53 are clamped to it; NaN
  /// is written as -2^53.
  static func write(_ number: Double, to text: UnsafeMutablePointer<UInt8>) -> Int {
    guard number.magnitude <= 9_007_199_254_740_992 else {
      return write(9_007_199_254_740_992, millionths: 0, isNegative: !(number > 0), to: text)
    }
    var whole = UInt64(number.magnitude)
    var millionths = UInt64(((number.magnitude - Double(whole)) * 1_000_000).rounded())
    if millionths == 1_000_000 {
      whole += 1
      millionths = 0
    }
    return write(whole, millionths: millionths, isNegative: number < 0 && (whole > 0 || millionths > 0), to: text)
  }

  private static func write(
    _ whole: UInt64, millionths: UInt64, isNegative: Bool, to text: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var count = 0
    func add(_ byte: UInt8) {
      text[count] = byte
      count += 1
    }
    func add(_ number: UInt64, digits: Int) {
      var rest = number, position = count + digits
      while position > count {
        position -= 1
        text[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      count += digits
    }
    if isNegative { add(UInt8(ascii: "-")) }
    var digits = 1, limit: UInt64 = 10
    while whole >= limit { (digits, limit) = (digits + 1, limit * 10) }
    add(whole, digits: digits)
    if millionths > 0 {
      var rest = millionths, decimals = 6
      while rest % 10 == 0 { (rest, decimals) = (rest / 10, decimals - 1) }
      add(UInt8(ascii: "."))
      add(rest, digits: decimals)
    }
    return count
  }
}
