/// An object of JSON that is written member by member, without a value in memory for each. Names are letters, digits and
/// underscores.
public struct JSONObjectText: ~Copyable {
  /// The object as JSON without white space, but for the brace at its end.
  private var memory: UnsafeMutableRawBufferPointer
  private var count = 0
  /// Whether the innermost open object has no member yet.
  private var isEmpty = true

  /// An object without members, with memory for `room` bytes, at least 1.
  public init(room: Int = 256) {
    memory = .allocate(byteCount: room, alignment: 1)
    append("{")
  }

  deinit { memory.deallocate() }

  /// The object as JSON without white space.
  public consuming func finished() -> Bytes {
    append("}")
    return Bytes([UInt8](UnsafeRawBufferPointer(rebasing: memory[..<count])))
  }

  /// Adds a text; `null` for nil.
  public mutating func add(_ name: StaticString, _ text: Bytes?) {
    start(name)
    if let text { append(quoted: text) } else { append("null") }
  }

  /// Adds a constant text that needs no escape sequences.
  public mutating func add(_ name: StaticString, _ word: StaticString) {
    start(name)
    append("\"")
    append(word)
    append("\"")
  }

  /// Adds a number with at most 6 decimals; `null` for nil.
  public mutating func add(_ name: StaticString, _ number: Double?) {
    start(name)
    if let number { Decimal.format(number) { append($0) } } else { append("null") }
  }

  /// Adds an integer within ±2^53; `null` for nil.
  public mutating func add(_ name: StaticString, _ integer: Int?) { add(name, integer.map { Double($0) }) }

  /// Adds `true` or `false`.
  public mutating func add(_ name: StaticString, _ value: Bool) {
    start(name)
    append(value ? "true" : "false")
  }

  /// Adds an array of texts.
  public mutating func add(_ name: StaticString, texts: [Bytes]) {
    add(name, array: texts.count) { index, text in text.append(quoted: texts[index]) }
  }

  /// Adds an object whose members `body` adds.
  public mutating func add(_ name: StaticString, _ body: (inout JSONObjectText) -> Void) {
    start(name)
    object(body)
  }

  /// Adds an array of `count` objects, whose members `body` adds.
  public mutating func add(_ name: StaticString, objects count: Int, _ body: (Int, inout JSONObjectText) -> Void) {
    add(name, array: count) { index, text in text.object { body(index, &$0) } }
  }

  private mutating func add(_ name: StaticString, array count: Int, _ element: (Int, inout JSONObjectText) -> Void) {
    start(name)
    append("[")
    for index in 0..<count {
      if index > 0 { append(",") }
      element(index, &self)
    }
    append("]")
  }

  private mutating func object(_ body: (inout JSONObjectText) -> Void) {
    append("{")
    isEmpty = true
    body(&self)
    isEmpty = false
    append("}")
  }

  /// Appends the name of the next member.
  private mutating func start(_ name: StaticString) {
    append(isEmpty ? "\"" : ",\"")
    isEmpty = false
    append(name)
    append("\":")
  }

  private mutating func append(quoted text: Bytes) {
    append("\"")
    JSON.escaped(text).utf8.withUnsafeBufferPointer { append($0) }
    append("\"")
  }

  private mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if bytes.count > memory.count - count { grow(by: bytes.count) }
    if let start = memory.baseAddress { (start + count).copyMemory(from: source, byteCount: bytes.count) }
    count += bytes.count
  }

  @inline(never)
  private mutating func grow(by room: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * (memory.count + room), alignment: 1)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
    memory.deallocate()
    memory = larger
  }
}
