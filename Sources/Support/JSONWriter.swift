/// JSON in memory that was measured before, so that it does not grow with each byte. More than fits into it is a fault of
/// the measurement, and traps.
private struct JSONWriter {
  let memory: UnsafeMutableBufferPointer<UInt8>
  var count = 0

  mutating func append(_ byte: UInt8) {
    precondition(count < memory.count)
    memory[count] = byte
    count += 1
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    precondition(bytes.count <= memory.count - count)
    guard let source = bytes.baseAddress, let start = memory.baseAddress else { return }
    UnsafeMutableRawPointer(start + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @_disfavoredOverload
  mutating func append(_ text: Bytes) { text.utf8.withUnsafeBufferPointer { append($0) } }
}

extension Array {
  /// Calls `body` with each element where it lies: an iterator copies each one.
  fileprivate func visit(_ body: (Element) -> Void) {
    withUnsafeBufferPointer { elements in
      var index = 0
      while index < elements.count {
        body(elements[index])
        index += 1
      }
    }
  }
}

extension JSON {
  /// The value as JSON without white space. Numbers have at most 6 decimals.
  public var text: Bytes {
    Bytes(
      [UInt8](unsafeUninitializedCapacity: room) { memory, count in
        var writer = JSONWriter(memory: memory)
        write(to: &writer)
        count = writer.count
      })
  }

  /// Bytes that are enough for `text`.
  private var room: Int {
    var room = 2
    switch self {
    case .null, .bool: room = 5
    case .number: room = Decimal.longest
    case .string(let text): room = JSON.room(text)
    case .array(let values): values.visit { room += $0.room + 1 }
    case .object(let members): members.visit { room += $0.room + $0.value.room + 2 }
    }
    return room
  }

  /// Bytes that are enough for a string in quotation marks: the longest escape sequence has 6, and U+FFFD in place of a
  /// malformed byte has 3. A string of plain ASCII needs just these.
  fileprivate static func room(_ text: Bytes) -> Int {
    text.utf8.withUnsafeBufferPointer { bytes in
      var room = bytes.count + 2, index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte >= 0x80 { room += 2 }
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { room += 5 }
        index += 1
      }
      return room
    }
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.append("null")
    case .bool(let value): writer.append(value ? "true" : "false")
    case .number(let value): Decimal.format(value) { writer.append($0) }
    case .string(let text): JSON.write(text, to: &writer)
    case .array(let values):
      var separator = UInt8(ascii: "[")
      values.visit { value in
        writer.append(separator)
        separator = UInt8(ascii: ",")
        value.write(to: &writer)
      }
      if values.isEmpty { writer.append(separator) }
      writer.append(UInt8(ascii: "]"))
    case .object(let members):
      var separator = UInt8(ascii: "{")
      members.visit { member in
        writer.append(separator)
        separator = UInt8(ascii: ",")
        member.writeName(to: &writer)
        writer.append(UInt8(ascii: ":"))
        member.value.write(to: &writer)
      }
      if members.isEmpty { writer.append(separator) }
      writer.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a string in quotation marks. Malformed UTF-8 is replaced by U+FFFD, so that the result is always valid.
  fileprivate static func write(_ text: Bytes, to writer: inout JSONWriter) {
    writer.append(UInt8(ascii: "\""))
    writer.append(escaped(text))
    writer.append(UInt8(ascii: "\""))
  }

  /// A text with the escape sequences of JSON, without malformed UTF-8. Plain ASCII stays as it is.
  static func escaped(_ text: Bytes) -> Bytes {
    if room(text) == text.count + 2 { return text }
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

extension JSON.Member {
  /// Bytes that are enough for its name in quotation marks.
  fileprivate var room: Int {
    switch label {
    case .constant(let name): name.utf8CodeUnitCount + 2
    case .text(let name): JSON.room(name)
    }
  }

  fileprivate func writeName(to writer: inout JSONWriter) {
    switch label {
    case .constant(let name):
      writer.append(UInt8(ascii: "\""))
      writer.append(name)
      writer.append(UInt8(ascii: "\""))
    case .text(let name): JSON.write(name, to: &writer)
    }
  }
}
