/// Numbers as people and JSON write them, without the C locale and its `strtod`.
public enum Decimal {
  /// Reads a whole text as a decimal number: an optional sign, digits with an optional fraction, an optional exponent.
  ///
  /// The value is the nearest double for up to 15 significant digits and exponents within ±22, which is exact
  /// arithmetic on doubles (Clinger, "How to Read Floating Point Numbers Accurately", 1990); beyond, within a few units of the last place.
  /// Nil for anything else, overflow included.
  public static func double(_ text: Bytes) -> Double? {
    var reader = text.utf8[...]
    let negative = reader.first == 0x2D
    if negative || reader.first == 0x2B { reader.removeFirst() }
    var mantissa = 0.0, exponent = 0, digits = 0, significant = 0
    func take() -> Double? {
      guard let byte = reader.first, (0x30...0x39).contains(byte) else { return nil }
      reader.removeFirst()
      digits += 1
      return Double(byte - 0x30)
    }
    func add(_ digit: Double, scale: Int) {
      if significant > 0 || digit > 0 { significant += 1 }
      if significant <= 18 { mantissa = mantissa * 10 + digit; exponent -= scale } else { exponent += 1 - scale }
    }
    while let digit = take() { add(digit, scale: 0) }
    if reader.first == 0x2E {
      reader.removeFirst()
      while let digit = take() { add(digit, scale: 1) }
    }
    guard digits > 0 else { return nil }
    if let e = reader.first, e | 0x20 == 0x65 {
      reader.removeFirst()
      let down = reader.first == 0x2D
      if down || reader.first == 0x2B { reader.removeFirst() }
      var power = 0, before = digits
      while let digit = take() { power = min(power * 10 + Int(digit), 9999) }
      if digits == before { return nil }
      before = digits
      exponent += down ? -power : power
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

  /// Reads a whole text as an integer without sign or spaces; nil when it is not one or has more than 9 digits.
  public static func integer(_ text: Bytes) -> Int? {
    guard (1...9).contains(text.count) else { return nil }
    var value = 0
    for byte in text.utf8 {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }

  static func power(_ exponent: Int) -> Double {
    var value = 1.0
    for _ in 0..<exponent { value *= 10 }
    return value
  }

  static func append(_ number: Int, to utf8: inout [UInt8]) {
    var digits: [UInt8] = [], rest = number.magnitude
    repeat {
      digits.append(UInt8(0x30 + rest % 10))
      rest /= 10
    } while rest > 0
    if number < 0 { utf8.append(0x2D) }
    utf8.append(contentsOf: digits.reversed())
  }

  /// At most 6 decimals, none that are zero at the end; what is past ±2^53 is written as that.
  static func append(_ number: Double, to utf8: inout [UInt8]) {
    guard number.magnitude <= 9_007_199_254_740_992 else {
      utf8.append(contentsOf: (number > 0 ? "9007199254740992" : "-9007199254740992" as Bytes).utf8)
      return
    }
    var whole = Int(number.magnitude)
    var millionths = Int(((number.magnitude - Double(whole)) * 1_000_000).rounded())
    if millionths == 1_000_000 { (whole, millionths) = (whole + 1, 0) }
    if number < 0, whole > 0 || millionths > 0 { utf8.append(0x2D) }
    append(whole, to: &utf8)
    if millionths == 0 { return }
    utf8.append(0x2E)
    var place = 100_000
    while millionths > 0 {
      utf8.append(UInt8(0x30 + millionths / place))
      millionths %= place
      place /= 10
    }
  }
}
