/// JSON in memory, which grows as it is written.
public struct JSONWriter: ~Copyable {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0

  /// Without bytes, with memory for `room` bytes, at least 1.
  init(room: Int) { (memory, capacity) = (.allocate(capacity: room), room) }

  deinit { memory.deallocate() }

  /// A copy of what was written.
  var text: Bytes { Bytes(memory, count: count) }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { JSONWriter.copy(bytes, to: extend(by: bytes.count)) }

  /// Appends the name of a member: letters, digits and underscores. `isFirst` is true for the first one of its object.
  mutating func append(name: StaticString, isFirst: Bool) {
    let length = name.utf8CodeUnitCount
    var room = extend(by: length + (isFirst ? 3 : 4))
    if !isFirst {
      room[0] = UInt8(ascii: ",")
      room += 1
    }
    room[0] = UInt8(ascii: "\"")
    JSONWriter.copy(UnsafeBufferPointer(start: name.utf8Start, count: length), to: room + 1)
    room[length + 1] = UInt8(ascii: "\"")
    room[length + 2] = UInt8(ascii: ":")
  }

  /// Appends a string in quotation marks. Malformed UTF-8 is replaced by U+FFFD, so that the result is always valid.
  mutating func append(quoted text: Bytes) { JSON.escaped(text).utf8.withUnsafeBufferPointer { append(quoted: $0) } }

  /// Appends bytes that need no escape sequences, in quotation marks.
  mutating func append(quoted bytes: UnsafeBufferPointer<UInt8>) {
    let end = bytes.count + 1
    let room = extend(by: end + 1)
    room[0] = UInt8(ascii: "\"")
    JSONWriter.copy(bytes, to: room + 1)
    room[end] = UInt8(ascii: "\"")
  }

  /// Appends a number with at most 6 decimals.
  mutating func append(_ number: Double) { Decimal.format(number) { append($0) } }

  /// Appends `length` bytes, and returns where they are to be written.
  private mutating func extend(by length: Int) -> UnsafeMutablePointer<UInt8> {
    if length > capacity - count { grow(by: length) }
    defer { count += length }
    return memory + count
  }

  private static func copy(_ bytes: UnsafeBufferPointer<UInt8>, to room: UnsafeMutablePointer<UInt8>) {
    // `update(from:count:)` of Embedded Swift copies byte by byte.
    if let source = bytes.baseAddress { UnsafeMutableRawPointer(room).copyMemory(from: source, byteCount: bytes.count) }
  }

  @inline(never)
  private mutating func grow(by length: Int) {
    capacity = 2 * (capacity + length)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    JSONWriter.copy(UnsafeBufferPointer(start: memory, count: count), to: larger)
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

  /// A text with the escape sequences of JSON, without malformed UTF-8. A text that has nothing
  /// to escape stays as it is.
  static func escaped(_ text: Bytes) -> Bytes {
    let quote = UInt8(ascii: "\""), backslash = UInt8(ascii: "\\"), zero = UInt8(ascii: "0")
    let isPlain = text.utf8.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count, bytes[index] >= 0x20, bytes[index] != quote, bytes[index] != backslash { index += 1 }
      return index == bytes.count
    }
    if isPlain, text.isValidUTF8 { return text }
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
