/// A JSON value (RFC 8259).
public enum JSON: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number. Integers are exact within ±2^53.
  case number(Double)
  /// A string, unescaped.
  case string(Bytes)
  /// An array.
  case array([JSON])
  /// An object with its members in their order.
  case object([Member])

  /// A member of an object.
  public struct Member: Equatable, Sendable {
    /// The name of the member.
    public let name: Bytes
    /// Its value.
    public let value: JSON

    /// A member with its name and value.
    @_disfavoredOverload
    public init(_ name: Bytes, _ value: JSON) {
      self.name = name
      self.value = value
    }
    /// A member with a constant name.
    public init(_ name: StaticString, _ value: JSON) { self.init(Bytes(name), value) }
  }

  /// A number that is an integer.
  public static func integer(_ value: Int) -> JSON { .number(Double(value)) }

  /// The value of the first member of that name; nil if there is none, or if this is not an object.
  public subscript(name: StaticString) -> JSON? {
    if case .object(let members) = self { members.first { name ~= $0.name }?.value } else { nil }
  }

  /// The text of a string; nil for other values.
  public var string: Bytes? { if case .string(let text) = self { text } else { nil } }
  /// The value of a number; nil for other values.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// The value of a boolean; nil for other values.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements of an array; nil for other values.
  public var array: [JSON]? { if case .array(let values) = self { values } else { nil } }
  /// The members of an object; nil for other values.
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
  /// A string.
  public init(stringLiteral text: StaticString) { self = .string(Bytes(text)) }
  /// An object.
  public init(dictionaryLiteral members: (Bytes, JSON)...) { self = .object(members.map { Member($0.0, $0.1) }) }
}

extension JSON {
  /// The value as JSON without white space. Numbers have at most 6 decimals.
  public var text: Bytes {
    var utf8: [UInt8] = []
    write(to: &utf8)
    return Bytes(utf8)
  }

  /// Appends the value as JSON.
  func write(to utf8: inout [UInt8]) {
    switch self {
    case .null: utf8 += Bytes("null").utf8
    case .bool(let value): utf8 += Bytes(value ? "true" : "false").utf8
    case .number(let value): Decimal.append(value, to: &utf8)
    case .string(let text): JSON.write(text, to: &utf8)
    case .array(let values):
      utf8.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { utf8.append(UInt8(ascii: ",")) }
        value.write(to: &utf8)
      }
      utf8.append(UInt8(ascii: "]"))
    case .object(let members):
      utf8.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { utf8.append(UInt8(ascii: ",")) }
        JSON.write(member.name, to: &utf8)
        utf8.append(UInt8(ascii: ":"))
        member.value.write(to: &utf8)
      }
      utf8.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a string in quotation marks. Malformed UTF-8 is replaced by U+FFFD, so that the result is always valid.
  static func write(_ text: Bytes, to utf8: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    utf8.append(quote)
    // Most texts are plain ASCII.
    let isPlain = text.utf8.allSatisfy { 0x20..<0x80 ~= $0 && $0 != quote && $0 != UInt8(ascii: "\\") }
    utf8 += isPlain ? text.utf8 : escaped(text).utf8
    utf8.append(quote)
  }

  /// A text with the escape sequences of JSON, without malformed UTF-8.
  private static func escaped(_ text: Bytes) -> Bytes {
    let quote = UInt8(ascii: "\""), backslash = UInt8(ascii: "\\"), zero = UInt8(ascii: "0")
    var escaped = Bytes()
    for scalar in text.scalars {
      switch scalar {
      case UInt32(quote), UInt32(backslash): escaped.utf8 += [backslash, UInt8(scalar)]
      case 0x0A: escaped.utf8 += [backslash, UInt8(ascii: "n")]
      case 0..<0x20:
        let digit = UInt8(scalar & 15)
        escaped.utf8 += [
          backslash, UInt8(ascii: "u"), zero, zero, zero + UInt8(scalar >> 4),
          digit < 10 ? zero + digit : UInt8(ascii: "a") + digit - 10,
        ]
      default: escaped.append(scalar: scalar)
      }
    }
    return escaped
  }
}
