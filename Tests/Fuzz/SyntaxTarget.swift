@testable import Support

extension Target {
  /// JSON, INI and numbers: a parsed value can be written and parses as the same value.
  static let syntax = Target("syntax") { bytes in
    let text = Bytes(bytes)
    if let value = try? JSON(text) {
      let written = value.text
      let again = try? JSON(written)
      // With escapes, the text may be longer than the parser's limit.
      require(again != nil || written.count > JSON.sizeLimit)
      if let again, value.isExact { require(again.text == written) }
    }
    let ini = INI(text)
    let lines = text.split(at: UInt8(ascii: "\n")).count
    for entry in ini.entries { require((1...lines).contains(entry.line) && entry.value.isValidUTF8) }
    for problem in ini.problems { require((1...lines).contains(problem.line)) }
    if let number = Decimal.double(text) {
      require(number.isFinite)
      let written: Bytes = "\(number)"
      guard let again = Decimal.double(written) else { fatalError("a written number is not parsed") }
      require(abs(again - number) <= 1e-6 || number.magnitude >= 1e9)
    }
    if let integer = Decimal.integer(text) { require(Decimal.double(text) == Double(integer)) }
    require(Bytes(text.scalars.reduce(into: Bytes()) { $0.append(scalar: $1) }.utf8).isValidUTF8)
  }
}

extension JSON {
  /// Whether a double holds all digits of the numbers, which are written with 6 decimals.
  var isExact: Bool {
    switch self {
    case .number(let number): number.magnitude < 1e9
    case .array(let values): values.allSatisfy { $0.isExact }
    case .object(let members): members.allSatisfy { $0.value.isExact }
    default: true
    }
  }
}
