/// UTF-8 text that is compared byte by byte.
///
/// Device code uses it in place of `String`, whose comparison would link 57 KB of Unicode tables.
public struct Bytes: Equatable, Sendable, ExpressibleByStringInterpolation {
  /// The text in UTF-8; bytes from outside may be malformed.
  public var utf8: [UInt8]

  /// A text of these bytes, which are not validated.
  public init(_ utf8: [UInt8] = []) { self.utf8 = utf8 }
  /// A text of these bytes, which are not validated.
  public init(_ utf8: ArraySlice<UInt8>) { self.utf8 = utf8.withUnsafeBytes { Array($0) } }
  /// A copy of `count` bytes.
  public init(_ start: UnsafePointer<UInt8>, count: Int) {
    // Embedded Swift copies raw bytes at once, and others byte by byte.
    utf8 = Array(UnsafeRawBufferPointer(start: start, count: count))
  }
  // Over a thousand places have a literal: they pass its address and its length, without the flags of a StaticString.
  /// A constant text.
  @_transparent
  public init(_ text: StaticString) { self.init(text.utf8Start, count: text.utf8CodeUnitCount) }
  /// A string literal.
  @_transparent
  public init(stringLiteral text: StaticString) { self.init(text.utf8Start, count: text.utf8CodeUnitCount) }

  /// A copy of a C string; empty for nil.
  public init(cString: UnsafePointer<CChar>?) {
    var count = 0
    while let cString, cString[count] != 0 { count += 1 }
    utf8 = Array(UnsafeRawBufferPointer(start: cString, count: count))
  }

  /// The parts of an interpolated string, such as `"\(width)x\(height)"`.
  public struct Interpolation: StringInterpolationProtocol {
    var utf8: [UInt8] = []

    /// An empty interpolation with memory for a line.
    public init() { utf8.reserveCapacity(80) }
    /// An empty interpolation.
    @_transparent
    public init(literalCapacity: Int, interpolationCount: Int) { self.init() }

    /// Appends bytes.
    public mutating func append(_ start: UnsafePointer<UInt8>, count: Int) {
      utf8.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }

    /// Appends a literal part, which is empty between two values that follow each other.
    @_transparent
    public mutating func appendLiteral(_ literal: StaticString) {
      if literal.utf8CodeUnitCount > 0 { append(literal.utf8Start, count: literal.utf8CodeUnitCount) }
    }

    /// Appends a text.
    public mutating func appendInterpolation(_ text: Bytes) { utf8.append(contentsOf: text.utf8) }
    /// Appends a text that somebody has given, in quotation marks and with at most 80 bytes.
    public mutating func appendInterpolation(quoted text: Bytes) {
      appendLiteral("'")
      appendInterpolation(text.shortened(to: 80))
      appendLiteral("'")
    }
    /// Appends a constant text.
    public mutating func appendInterpolation(_ text: StaticString) { appendLiteral(text) }
    /// Appends an integer in decimal.
    public mutating func appendInterpolation(_ number: Int) { Decimal.append(Int64(number), to: &utf8) }
    /// Appends a number with at most 6 decimals, without zeros at the end.
    public mutating func appendInterpolation(_ number: Double) { Decimal.append(number, to: &utf8) }
  }

  /// An interpolated string.
  public init(stringInterpolation: Interpolation) { utf8 = stringInterpolation.utf8 }

  /// Whether the text has no bytes.
  public var isEmpty: Bool { utf8.isEmpty }
  /// The number of bytes.
  public var count: Int { utf8.count }

  /// The concatenation of two texts.
  public static func + (left: Bytes, right: Bytes) -> Bytes {
    // `+` of two arrays copies byte by byte in Embedded Swift.
    Bytes(
      [UInt8](unsafeUninitializedCapacity: left.count + right.count) { both, count in
        let both = UnsafeMutableRawBufferPointer(both)
        left.utf8.withUnsafeBytes { both.copyMemory(from: $0) }
        right.utf8.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: both[left.count...]).copyMemory(from: $0) }
        count = both.count
      })
  }
  /// Appends a text.
  public static func += (left: inout Bytes, right: Bytes) { left.utf8 += right.utf8 }

  /// Compares with a literal, as in a `switch`, without creating a text for it.
  @inline(never)
  public static func ~= (literal: StaticString, text: Bytes) -> Bool {
    text.utf8.withUnsafeBufferPointer {
      hasSameBytes(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount), $0)
    }
  }

  /// Whether the text after its first `count` bytes is a literal.
  public func continues(after count: Int, with literal: StaticString) -> Bool {
    utf8.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress, text.count == count + literal.utf8CodeUnitCount else { return false }
      return hasSameBytes(
        UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount),
        UnsafeBufferPointer(start: start + count, count: text.count - count))
    }
  }

  /// Whether the text starts with these bytes.
  @_disfavoredOverload
  public func hasPrefix(_ prefix: Bytes) -> Bool {
    prefix.utf8.withUnsafeBufferPointer { hasPrefix($0) }
  }
  /// Whether the text starts with a literal.
  public func hasPrefix(_ prefix: StaticString) -> Bool {
    hasPrefix(UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
  }
  private func hasPrefix(_ prefix: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.withUnsafeBufferPointer { text in
      text.count >= prefix.count
        && hasSameBytes(UnsafeBufferPointer(start: text.baseAddress, count: prefix.count), prefix)
    }
  }
  /// Whether the text ends with these bytes.
  @_disfavoredOverload
  public func hasSuffix(_ suffix: Bytes) -> Bool {
    suffix.utf8.withUnsafeBufferPointer { hasSuffix($0) }
  }
  /// Whether the text ends with a literal.
  public func hasSuffix(_ suffix: StaticString) -> Bool {
    hasSuffix(UnsafeBufferPointer(start: suffix.utf8Start, count: suffix.utf8CodeUnitCount))
  }
  private func hasSuffix(_ suffix: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.withUnsafeBufferPointer { text in
      text.count >= suffix.count && hasSameBytes(UnsafeBufferPointer(rebasing: text.suffix(suffix.count)), suffix)
    }
  }

  /// The text without its first `count` bytes.
  public func dropFirst(_ count: Int) -> Bytes { Bytes(utf8.dropFirst(count)) }

  /// The parts between separators, empty ones included; the whole text if there is no separator.
  public func split(at separator: UInt8) -> [Bytes] {
    var parts: [Bytes] = [], start = 0
    utf8.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        if bytes[index] == separator {
          parts.append(Bytes(utf8[start..<index]))
          start = index + 1
        }
        index += 1
      }
    }
    parts.append(Bytes(utf8[start...]))
    return parts
  }

  /// The offset of the first occurrence of a literal that is not empty; nil if there is none.
  public func offset(of mark: StaticString) -> Int? {
    let mark = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    return utf8.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return nil }
      var offset = 0
      while offset + mark.count <= text.count {
        if start[offset] == mark[0],
          hasSameBytes(UnsafeBufferPointer(start: start + offset, count: mark.count), mark)
        {
          return offset
        }
        offset += 1
      }
      return nil
    }
  }

  /// The offset of the last occurrence of a byte; nil if there is none.
  public func lastOffset(of byte: UInt8) -> Int? {
    utf8.withUnsafeBufferPointer { text in
      var offset = text.count - 1
      while offset >= 0, text[offset] != byte { offset -= 1 }
      return offset < 0 ? nil : offset
    }
  }

  /// The parts before and after the first separator; the whole text and an empty one if there is no separator.
  public func cut(at separator: StaticString) -> (Bytes, Bytes) {
    guard let found = offset(of: separator) else { return (self, "") }
    return (Bytes(utf8[..<found]), Bytes(utf8[(found + separator.utf8CodeUnitCount)...]))
  }

  /// The text without spaces and tabs at both ends.
  public var trimmed: Bytes {
    let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    var slice = utf8.drop(while: isSpace)
    while let last = slice.last, isSpace(last) { slice.removeLast() }
    return Bytes(slice)
  }

  /// Calls `body` with a NUL-terminated copy.
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    var terminated = utf8
    terminated.append(0)
    return terminated.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { fatalError("an array with a NUL has an address") }
      return body(start.assumingMemoryBound(to: CChar.self))
    }
  }
}

extension [Bytes] {
  /// The parts with a separator between each two.
  public func joined(by separator: StaticString) -> Bytes {
    var all: [UInt8] = []
    let separator = Bytes(separator)
    for (index, part) in enumerated() {
      if index > 0 { all += separator.utf8 }
      all += part.utf8
    }
    return Bytes(all)
  }
}
