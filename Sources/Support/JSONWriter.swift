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

  mutating func append(_ byte: UInt8) {
    reserve(1)
    put(byte)
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count)
    put(bytes)
  }

  /// Appends a comma, but not after the bracket or brace that opens an array or an object.
  mutating func appendSeparator() {
    reserve(1)
    putSeparator()
  }

  /// Appends the name of a member: letters, digits and underscores.
  mutating func append(name: StaticString) {
    reserve(name.utf8CodeUnitCount + 4)
    putSeparator()
    put(word: name)
    put(UInt8(ascii: ":"))
  }

  /// Appends a constant that needs no escape sequences, in quotation marks.
  mutating func append(word: StaticString) {
    reserve(word.utf8CodeUnitCount + 2)
    put(word: word)
  }

  /// Appends a string in quotation marks. Malformed UTF-8 is replaced by U+FFFD, so that the result is always valid.
  mutating func append(quoted text: Bytes) {
    let text = text.isValidUTF8 ? text : text.repaired
    append(UInt8(ascii: "\""))
    text.utf8.withUnsafeBufferPointer { bytes in
      var plain = 0, index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          append(UnsafeBufferPointer(rebasing: bytes[plain..<index]))
          append(escaped: byte)
          plain = index + 1
        }
        index += 1
      }
      append(UnsafeBufferPointer(rebasing: bytes[plain...]))
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(escaped byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case UInt8(ascii: "\n"): append(UInt8(ascii: "n"))
    default:
      let digit = byte & 15
      append("u00")
      append(UInt8(ascii: "0") + byte >> 4)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  /// Appends a number with at most 6 decimals.
  mutating func append(_ number: Double) {
    reserve(Decimal.longest)
    count += Decimal.write(number, to: memory + count)
  }

  /// Appends an integer.
  mutating func append(_ integer: Int) {
    reserve(Decimal.longest)
    count += Decimal.write(Int64(integer), to: memory + count)
  }

  /// Makes room for `length` bytes, which the functions below need.
  @_transparent
  private mutating func reserve(_ length: Int) { if length > capacity - count { grow(by: length) } }

  @_transparent
  private mutating func put(_ byte: UInt8) {
    memory[count] = byte
    count += 1
  }

  @_transparent
  private mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
    copy(bytes, to: memory + count)
    count += bytes.count
  }

  @_transparent
  private mutating func put(word: StaticString) {
    put(UInt8(ascii: "\""))
    put(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    put(UInt8(ascii: "\""))
  }

  @_transparent
  private mutating func putSeparator() {
    let last = memory[count - 1]
    if last != UInt8(ascii: "{"), last != UInt8(ascii: "[") { put(UInt8(ascii: ",")) }
  }

  private func copy(_ bytes: UnsafeBufferPointer<UInt8>, to room: UnsafeMutablePointer<UInt8>) {
    // `update(from:count:)` of Embedded Swift copies byte by byte.
    if let source = bytes.baseAddress { UnsafeMutableRawPointer(room).copyMemory(from: source, byteCount: bytes.count) }
  }

  @inline(never)
  private mutating func grow(by length: Int) {
    capacity = 2 * (capacity + length)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    copy(UnsafeBufferPointer(start: memory, count: count), to: larger)
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
      writer.append(UInt8(ascii: "["))
      values.visit { value in
        writer.appendSeparator()
        value.write(to: &writer)
      }
      writer.append(UInt8(ascii: "]"))
    case .object(let members):
      writer.append(UInt8(ascii: "{"))
      members.visit { member in
        writer.appendSeparator()
        writer.append(quoted: member.name)
        writer.append(UInt8(ascii: ":"))
        member.value.write(to: &writer)
      }
      writer.append(UInt8(ascii: "}"))
    }
  }
}
