/// An object of JSON that is written member by member, without a value in memory for each. Names are letters, digits
/// and underscores.
public struct JSONObjectText: ~Copyable {
  /// The object as JSON without white space, but for the brace at its end.
  private var writer: JSONWriter
  /// Whether the innermost open object has no member yet.
  private var isEmpty = true

  /// An object without members, with memory for `room` bytes, at least 1.
  public init(room: Int = 256) {
    writer = JSONWriter(room: room)
    writer.append("{")
  }

  /// The object as JSON without white space.
  public consuming func finished() -> Bytes {
    writer.append("}")
    return writer.text
  }

  /// Adds a text; `null` for nil.
  public mutating func add(_ name: StaticString, _ text: Bytes?) {
    start(name)
    if let text { writer.append(quoted: text) } else { writer.append("null") }
  }

  /// Adds a constant text that needs no escape sequences.
  public mutating func add(_ name: StaticString, _ word: StaticString) {
    start(name)
    writer.append(quoted: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// Adds a number with at most 6 decimals; `null` for nil.
  public mutating func add(_ name: StaticString, _ number: Double?) {
    start(name)
    if let number { writer.append(number) } else { writer.append("null") }
  }

  /// Adds an integer within ±2^53; `null` for nil.
  public mutating func add(_ name: StaticString, _ integer: Int?) { add(name, integer.map { Double($0) }) }

  /// Adds `true` or `false`.
  public mutating func add(_ name: StaticString, _ value: Bool) {
    start(name)
    writer.append(value ? "true" : "false")
  }

  /// Adds an array of texts.
  public mutating func add(_ name: StaticString, texts: [Bytes]) {
    add(name, array: texts.count) { index, text in text.writer.append(quoted: texts[index]) }
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
    writer.append("[")
    for index in 0..<count {
      if index > 0 { writer.append(",") }
      element(index, &self)
    }
    writer.append("]")
  }

  private mutating func object(_ body: (inout JSONObjectText) -> Void) {
    writer.append("{")
    isEmpty = true
    body(&self)
    isEmpty = false
    writer.append("}")
  }

  /// Appends the name of the next member.
  private mutating func start(_ name: StaticString) {
    writer.append(name: name, isFirst: isEmpty)
    isEmpty = false
  }
}
