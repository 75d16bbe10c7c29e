/// JSON in memory, which grows as it is written.
public struct JSONWriter: ~Copyable {
  private var memory: UnsafeMutableRawBufferPointer
  private var count = 0

  /// Without bytes, with memory for `room` bytes, at least 1.
  init(room: Int) { memory = .allocate(byteCount: room, alignment: 1) }

  deinit { memory.deallocate() }

  /// A copy of what was written.
  var text: Bytes { Bytes([UInt8](UnsafeRawBufferPointer(rebasing: memory[..<count]))) }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if bytes.count > memory.count - count { grow(by: bytes.count) }
    if let start = memory.baseAddress { (start + count).copyMemory(from: source, byteCount: bytes.count) }
    count += bytes.count
  }

  /// Appends a string in quotation marks. Malformed UTF-8 is replaced by U+FFFD, so that the result is always valid.
  mutating func append(quoted text: Bytes) {
    append("\"")
    JSON.escaped(text).utf8.withUnsafeBufferPointer { append($0) }
    append("\"")
  }

  /// Appends a number with at most 6 decimals.
  mutating func append(_ number: Double) { Decimal.format(number) { append($0) } }

  @inline(never)
  private mutating func grow(by room: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * (memory.count + room), alignment: 1)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
    memory.deallocate()
    memory = larger
  }
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
    var writer = JSONWriter(room: 256)
    write(to: &writer)
    return writer.text
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.append("null")
    case .bool(let value): writer.append(value ? "true" : "false")
    case .number(let value): writer.append(value)
    case .string(let text): writer.append(quoted: text)
    case .array(let values):
      var separator: StaticString = "["
      values.visit { value in
        writer.append(separator)
        separator = ","
        value.write(to: &writer)
      }
      writer.append(values.isEmpty ? "[]" : "]")
    case .object(let members):
      var separator: StaticString = "{"
      members.visit { member in
        writer.append(separator)
        separator = ","
        writer.append(quoted: member.name)
        writer.append(":")
        member.value.write(to: &writer)
      }
      writer.append(members.isEmpty ? "{}" : "}")
    }
  }

  /// A text with the escape sequences of JSON, without malformed UTF-8. Printable ASCII without `"` and `\` stays as it is.
  static func escaped(_ text: Bytes) -> Bytes {
    let quote = UInt8(ascii: "\""), backslash = UInt8(ascii: "\\"), zero = UInt8(ascii: "0")
    let isPlain = text.utf8.withUnsafeBufferPointer { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x80 && $0 != quote && $0 != backslash }
    }
    if isPlain { return text }
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
