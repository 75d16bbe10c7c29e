/// A JSON value (RFC 8259). Objects keep their members' order.
public indirect enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(Bytes)
  case array([JSON])
  case object([Member])

  public struct Member: Equatable, Sendable {
    public let name: Bytes
    public let value: JSON
    public init(_ name: Bytes, _ value: JSON) { (self.name, self.value) = (name, value) }
  }

  public static func integer(_ value: Int) -> JSON { .number(Double(value)) }

  public subscript(name: Bytes) -> JSON? {
    if case .object(let members) = self { members.first { $0.name == name }?.value } else { nil }
  }

  public var string: Bytes? { if case .string(let text) = self { text } else { nil } }
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var array: [JSON]? { if case .array(let values) = self { values } else { nil } }
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
  public init(stringLiteral text: StaticString) { self = .string(Bytes(text)) }
  public init(dictionaryLiteral members: (Bytes, JSON)...) { self = .object(members.map { Member($0.0, $0.1) }) }
}

extension JSON {
  /// The shortest text of this value, in UTF-8.
  public var text: Bytes {
    var utf8: [UInt8] = []
    write(to: &utf8)
    return Bytes(utf8)
  }

  func write(to utf8: inout [UInt8]) {
    switch self {
    case .null: utf8 += [0x6E, 0x75, 0x6C, 0x6C]
    case .bool(let value): utf8 += Bytes(value ? "true" : "false").utf8
    case .number(let value): Decimal.append(value, to: &utf8)
    case .string(let text): JSON.write(text, to: &utf8)
    case .array(let values):
      utf8.append(0x5B)
      for (index, value) in values.enumerated() {
        if index > 0 { utf8.append(0x2C) }
        value.write(to: &utf8)
      }
      utf8.append(0x5D)
    case .object(let members):
      utf8.append(0x7B)
      for (index, member) in members.enumerated() {
        if index > 0 { utf8.append(0x2C) }
        JSON.write(member.name, to: &utf8)
        utf8.append(0x3A)
        member.value.write(to: &utf8)
      }
      utf8.append(0x7D)
    }
  }

  /// Malformed UTF-8 leaves as U+FFFD, so that what we send is always valid.
  static func write(_ text: Bytes, to utf8: inout [UInt8]) {
    utf8.append(0x22)
    var plain = Bytes()
    for scalar in text.scalars {
      switch scalar {
      case 0x22, 0x5C: plain.utf8 += [0x5C, UInt8(scalar)]
      case 0x0A: plain.utf8 += [0x5C, 0x6E]
      case 0..<0x20:
        let digit = UInt8(scalar & 15)
        plain.utf8 += [0x5C, 0x75, 0x30, 0x30, scalar < 16 ? 0x30 : 0x31, digit < 10 ? 0x30 + digit : 0x57 + digit]
      default: plain.append(scalar: scalar)
      }
    }
    utf8 += plain.utf8
    utf8.append(0x22)
  }
}
