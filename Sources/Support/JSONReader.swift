/// A strict JSON parser (RFC 8259): valid UTF-8, no duplicate names, nothing after the value. Its limits bound time and
/// memory for any text.
struct JSONReader {
  /// The maximum depth of nested values.
  static let depth = 16
  /// The maximum number of members in an object.
  static let members = 128
  /// 2^53: all integers up to it are exact.
  static let exact = 9_007_199_254_740_992.0

  let utf8: [UInt8]
  var position = 0
}

extension JSON {
  /// The maximum size of a text, in bytes, unless the caller of `init` gives another.
  public static var sizeLimit: Int { 64 * 1024 }

  /// Parses a text that is exactly one JSON value. `limit` is its maximum size in bytes. Throws for any other
  /// text, and for one beyond the limits of ``JSONError``.
  public init(_ text: Bytes, limit: Int = JSON.sizeLimit) throws(JSONError) {
    guard text.count <= limit else { throw .tooLarge(limit: limit) }
    guard text.isValidUTF8 else { throw .notUTF8 }
    var reader = JSONReader(utf8: text.utf8)
    self = try reader.value(depth: 0)
    reader.skipSpace()
    if reader.peek != nil { throw reader.malformed }
  }
}

extension JSONReader {
  /// The next byte; nil at the end.
  var peek: UInt8? { position < utf8.count ? utf8[position] : nil }
  /// A syntax error at the current position.
  var malformed: JSONError { .malformed(at: position) }

  mutating func skipSpace() {
    while true {
      switch peek {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): position += 1
      default: return
      }
    }
  }

  /// Skips `byte` if it is next. Returns whether it was.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  mutating func expect(_ byte: UInt8) throws(JSONError) {
    if !skip(byte) { throw malformed }
  }

  /// Parses a literal name: true, false or null.
  mutating func literal(_ name: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    for byte in Bytes(name).utf8 { try expect(byte) }
    return value
  }

  mutating func value(depth: Int) throws(JSONError) -> JSON {
    if depth == JSONReader.depth { throw .tooDeep }
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return .number(try number())
    }
  }

  mutating func object(depth: Int) throws(JSONError) -> JSON {
    position += 1
    var members: [JSON.Member] = []
    skipSpace()
    if skip(UInt8(ascii: "}")) { return .object(members) }
    members.reserveCapacity(4)
    repeat {
      skipSpace()
      if peek != UInt8(ascii: "\"") { throw malformed }
      let name = try string()
      for member in members where member.name == name { throw .duplicateName(name) }
      if members.count == JSONReader.members { throw .tooManyMembers }
      skipSpace()
      try expect(UInt8(ascii: ":"))
      members.append(JSON.Member(name, try value(depth: depth + 1)))
      skipSpace()
    } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
    return .object(members)
  }

  mutating func array(depth: Int) throws(JSONError) -> JSON {
    position += 1
    var values: [JSON] = []
    skipSpace()
    if skip(UInt8(ascii: "]")) { return .array(values) }
    repeat {
      values.append(try value(depth: depth + 1))
      skipSpace()
    } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
    return .array(values)
  }

  mutating func number() throws(JSONError) -> Double {
    let start = position
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try digits() }
    var isInteger = true
    if skip(UInt8(ascii: ".")) {
      isInteger = false
      try digits()
    }
    if let byte = peek, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      isInteger = false
      position += 1
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try digits()
    }
    guard let value = Decimal.double(Bytes(utf8[start..<position])) else { throw .numberOutOfRange }
    // 2^53 + 1 (9007199254740993) is rounded to 2^53 (9007199254740992); the last digit distinguishes them.
    let isRounded = value.magnitude == JSONReader.exact && utf8[position - 1] == UInt8(ascii: "3")
    if isInteger, value.magnitude > JSONReader.exact || isRounded { throw .numberOutOfRange }
    return value
  }

  mutating func digits() throws(JSONError) {
    let start = position
    while let byte = peek, Decimal.isDigit(byte) { position += 1 }
    if position == start { throw malformed }
  }

  mutating func string() throws(JSONError) -> Bytes {
    position += 1
    var text = unescaped()
    while skip(UInt8(ascii: "\\")) {
      text.append(scalar: try escape())
      text += unescaped()
    }
    try expect(UInt8(ascii: "\""))
    return text
  }

  /// Skips the bytes of a string up to its end, or to an escape sequence or a control character. Returns them.
  private mutating func unescaped() -> Bytes {
    utf8.withUnsafeBytes { bytes in
      let start = position
      while position < bytes.count {
        let byte = bytes[position]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
        position += 1
      }
      return Bytes(Array(UnsafeRawBufferPointer(rebasing: bytes[start..<position])))
    }
  }

  /// Parses the rest of an escape sequence after the backslash; UTF-16 surrogates are combined.
  mutating func escape() throws(JSONError) -> UInt32 {
    guard let byte = peek else { throw malformed }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt32(byte)
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"):
      let unit = try hexadecimal()
      if (0xDC00...0xDFFF).contains(unit) { throw malformed }
      guard (0xD800...0xDBFF).contains(unit) else { return unit }
      try expect(UInt8(ascii: "\\"))
      try expect(UInt8(ascii: "u"))
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
