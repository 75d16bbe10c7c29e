/// Why a text is not JSON that we take.
public enum JSONError: Error, Equatable {
  case tooLarge, tooDeep, tooManyMembers, malformed(at: Int), notUTF8, duplicateName(Bytes), numberOutOfRange
}

/// Reads one JSON text strictly: UTF-8, no duplicate names, nothing after the value.
///
/// Its limits bound time and memory whatever the text is: `depth` nested values, `members` in an object, and bytes.
struct JSONReader {
  static let depth = 16, size = 64 * 1024, members = 128
  static let exact = 9_007_199_254_740_992.0  // 2^53

  let utf8: [UInt8]
  var position = 0
}

extension JSON {
  /// Throws when `text` is not exactly one JSON value within the limits of `JSONReader`; `limit` is the most bytes, 64 KiB for a call.
  public init(_ text: Bytes, limit: Int = 64 * 1024) throws(JSONError) {
    guard text.count <= limit else { throw .tooLarge }
    guard text.isValidUTF8 else { throw .notUTF8 }
    var reader = JSONReader(utf8: text.utf8)
    self = try reader.value(depth: 0)
    reader.skipSpace()
    if reader.peek != nil { throw reader.malformed }
  }
}

extension JSONReader {
  var peek: UInt8? { position < utf8.count ? utf8[position] : nil }
  var malformed: JSONError { .malformed(at: position) }

  mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  /// Takes `byte` if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    if peek == byte { position += 1; return true }
    return false
  }

  mutating func expect(_ byte: UInt8) throws(JSONError) {
    if !take(byte) { throw malformed }
  }

  mutating func word(_ rest: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    for byte in Bytes(rest).utf8 { try expect(byte) }
    return value
  }

  mutating func value(depth: Int) throws(JSONError) -> JSON {
    if depth == JSONReader.depth { throw .tooDeep }
    skipSpace()
    switch peek {
    case 0x7B: return try object(depth: depth)
    case 0x5B: return try array(depth: depth)
    case 0x22: return .string(try string())
    case 0x74: return try word("true", .bool(true))
    case 0x66: return try word("false", .bool(false))
    case 0x6E: return try word("null", .null)
    default: return .number(try number())
    }
  }

  mutating func object(depth: Int) throws(JSONError) -> JSON {
    position += 1
    var members: [JSON.Member] = []
    skipSpace()
    if take(0x7D) { return .object(members) }
    repeat {
      skipSpace()
      if peek != 0x22 { throw malformed }
      let name = try string()
      for member in members where member.name == name { throw .duplicateName(name) }
      if members.count == JSONReader.members { throw .tooManyMembers }
      skipSpace()
      try expect(0x3A)
      members.append(JSON.Member(name, try value(depth: depth + 1)))
      skipSpace()
    } while take(0x2C)
    try expect(0x7D)
    return .object(members)
  }

  mutating func array(depth: Int) throws(JSONError) -> JSON {
    position += 1
    var values: [JSON] = []
    skipSpace()
    if take(0x5D) { return .array(values) }
    repeat {
      values.append(try value(depth: depth + 1))
      skipSpace()
    } while take(0x2C)
    try expect(0x5D)
    return .array(values)
  }

  mutating func number() throws(JSONError) -> Double {
    let start = position
    _ = take(0x2D)
    if !take(0x30) { try digits() }
    var isInteger = true
    if take(0x2E) { isInteger = false; try digits() }
    if let byte = peek, byte | 0x20 == 0x65 {
      isInteger = false
      position += 1
      if !take(0x2B) { _ = take(0x2D) }
      try digits()
    }
    guard let value = Decimal.double(Bytes(utf8[start..<position])) else { throw .numberOutOfRange }
    // 2^53 + 1 is no double: it reads as 2^53, and its last digit tells.
    if isInteger, value.magnitude >= JSONReader.exact, value.magnitude > JSONReader.exact || utf8[position - 1] == 0x33
    {
      throw .numberOutOfRange
    }
    return value
  }

  mutating func digits() throws(JSONError) {
    let start = position
    while let byte = peek, (0x30...0x39).contains(byte) { position += 1 }
    if position == start { throw malformed }
  }

  mutating func string() throws(JSONError) -> Bytes {
    position += 1
    var text = Bytes()
    while let byte = peek, byte != 0x22 {
      if byte < 0x20 { throw malformed }
      position += 1
      if byte == 0x5C { text.append(scalar: try escape()) } else { text.utf8.append(byte) }
    }
    try expect(0x22)
    return text
  }

  mutating func escape() throws(JSONError) -> UInt32 {
    guard let byte = peek else { throw malformed }
    position += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: return UInt32(byte)
    case 0x62: return 0x08
    case 0x66: return 0x0C
    case 0x6E: return 0x0A
    case 0x72: return 0x0D
    case 0x74: return 0x09
    case 0x75:
      let unit = try hexadecimal()
      if (0xDC00...0xDFFF).contains(unit) { throw malformed }
      guard (0xD800...0xDBFF).contains(unit) else { return unit }
      try expect(0x5C)
      try expect(0x75)
      let low = try hexadecimal()
      guard (0xDC00...0xDFFF).contains(low) else { throw malformed }
      return 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    default: throw malformed
    }
  }

  mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = hexadecimalDigit(byte) else { throw malformed }
      position += 1
      value = value << 4 | digit
    }
    return value
  }
}

/// The value of one hexadecimal digit in ASCII.
public func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
  switch byte {
  case 0x30...0x39: UInt32(byte - 0x30)
  case 0x41...0x46: UInt32(byte - 0x37)
  case 0x61...0x66: UInt32(byte - 0x57)
  default: nil
  }
}
