import Support

/// The bytes of an input, from which values are taken. Without bytes, every number is 0.
struct FuzzInput {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  /// A number of `0..<limit`, which is at most 256.
  mutating func number(below limit: Int) -> Int { Int(rest.popFirst() ?? 0) % limit }

  /// An element of an array, which must not be empty.
  mutating func choice<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

  /// The content of a file: its length is in the first two bytes, and below `limit`.
  mutating func bytes(_ limit: Int) -> [UInt8] {
    let count = (number(below: 256) << 8 + number(below: 256)) % limit
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// A value in its memory layout. Only for C structures, whose bits may all be set.
  mutating func structure<Value: BitwiseCopyable>(_ value: Value) -> Value {
    var value = value
    withUnsafeMutableBytes(of: &value) { memory in
      for index in memory.indices { memory[index] = rest.popFirst() ?? 0 }
    }
    return value
  }
}
