/// An object of JSON that is written member by member, without a value in memory for each. Names are letters, digits
/// and underscores.
public struct JSONObjectText: ~Copyable {
  /// The object as JSON without white space, but for the brace at its end.
  private var writer: JSONWriter

  /// An object without members, with memory for `room` bytes, at least 1.
  public init(room: Int = 256) {
    writer = JSONWriter(room: room)
    writer.append(UInt8(ascii: "{"))
  }

  /// The object as JSON without white space.
  public consuming func finished() -> Bytes {
    writer.append(UInt8(ascii: "}"))
    return writer.text
  }

  /// Adds a text; `null` for nil.
  public mutating func add(_ name: StaticString, _ text: Bytes?) {
    writer.append(name: name)
    if let text { writer.append(quoted: text) } else { writer.append("null") }
  }

  /// Adds a constant text that needs no escape sequences.
  public mutating func add(_ name: StaticString, _ word: StaticString) {
    writer.append(name: name)
    writer.append(word: word)
  }

  /// Adds a number with at most 6 decimals; `null` for nil.
  public mutating func add(_ name: StaticString, _ number: Double?) {
    writer.append(name: name)
    if let number { writer.append(number) } else { writer.append("null") }
  }

  /// Adds an integer within ±2^53; `null` for nil.
  public mutating func add(_ name: StaticString, _ integer: Int?) {
    writer.append(name: name)
    if let integer { writer.append(integer) } else { writer.append("null") }
  }

  /// Adds `true` or `false`.
  public mutating func add(_ name: StaticString, _ value: Bool) {
    writer.append(name: name)
    writer.append(value ? "true" : "false")
  }

  /// Adds an array of texts.
  public mutating func add(_ name: StaticString, texts: [Bytes]) {
    add(name, array: texts.count) { index, text in text.writer.append(quoted: texts[index]) }
  }

  /// Adds an object whose members `body` adds.
  public mutating func add(_ name: StaticString, _ body: (inout JSONObjectText) -> Void) {
    writer.append(name: name)
    object(body)
  }

  /// Adds an array of `count` objects, whose members `body` adds.
  public mutating func add(_ name: StaticString, objects count: Int, _ body: (Int, inout JSONObjectText) -> Void) {
    add(name, array: count) { index, text in text.object { body(index, &$0) } }
  }

  private mutating func add(_ name: StaticString, array count: Int, _ element: (Int, inout JSONObjectText) -> Void) {
    writer.append(name: name)
    writer.append(UInt8(ascii: "["))
    for index in 0..<count {
      writer.appendSeparator()
      element(index, &self)
    }
    writer.append(UInt8(ascii: "]"))
  }

  private mutating func object(_ body: (inout JSONObjectText) -> Void) {
    writer.append(UInt8(ascii: "{"))
    body(&self)
    writer.append(UInt8(ascii: "}"))
  }
}
