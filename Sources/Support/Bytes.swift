/// UTF-8 text that is compared byte by byte.
///
/// Device code uses it in place of `String`, whose comparison would link 57 KB of Unicode tables.
public struct Bytes: Equatable, Sendable, ExpressibleByStringInterpolation {
  public var utf8: [UInt8]

  public init(_ utf8: [UInt8] = []) { self.utf8 = utf8 }
  public init(_ utf8: ArraySlice<UInt8>) { self.utf8 = Array(utf8) }
  public init(_ text: StaticString) { utf8 = text.withUTF8Buffer { Array($0) } }
  public init(stringLiteral text: StaticString) { self.init(text) }

  /// A C string; nil gives empty text.
  public init(cString: UnsafePointer<CChar>?) {
    utf8 = []
    guard var cursor = cString else { return }
    while cursor.pointee != 0 {
      utf8.append(UInt8(bitPattern: cursor.pointee))
      cursor += 1
    }
  }

  public struct Interpolation: StringInterpolationProtocol {
    var utf8: [UInt8] = []
    public init(literalCapacity: Int, interpolationCount: Int) { utf8.reserveCapacity(literalCapacity + 16) }
    public mutating func appendLiteral(_ literal: StaticString) {
      literal.withUTF8Buffer { utf8.append(contentsOf: $0) }
    }
    public mutating func appendInterpolation(_ text: Bytes) { utf8.append(contentsOf: text.utf8) }
    public mutating func appendInterpolation(_ text: StaticString) { appendLiteral(text) }
    public mutating func appendInterpolation(_ number: Int) { Decimal.append(number, to: &utf8) }
    public mutating func appendInterpolation(_ number: Double) { Decimal.append(number, to: &utf8) }
  }

  public init(stringInterpolation: Interpolation) { utf8 = stringInterpolation.utf8 }

  public var isEmpty: Bool { utf8.isEmpty }
  public var count: Int { utf8.count }

  public static func + (left: Bytes, right: Bytes) -> Bytes { Bytes(left.utf8 + right.utf8) }
  public static func += (left: inout Bytes, right: Bytes) { left.utf8 += right.utf8 }

  /// So that a `switch` over literals makes no text of each.
  @inline(never)
  public static func ~= (literal: StaticString, text: Bytes) -> Bool {
    literal.withUTF8Buffer { text.utf8.elementsEqual($0) }
  }

  public func hasPrefix(_ prefix: Bytes) -> Bool { utf8.starts(with: prefix.utf8) }
  public func hasSuffix(_ suffix: Bytes) -> Bool { utf8.suffix(suffix.count).elementsEqual(suffix.utf8) }

  public func dropFirst(_ count: Int) -> Bytes { Bytes(utf8.dropFirst(count)) }

  /// The parts between separators; one part, perhaps empty, when there is none.
  public func split(at separator: UInt8) -> [Bytes] {
    utf8.split(separator: separator, omittingEmptySubsequences: false).map { Bytes($0) }
  }

  /// Without spaces and tabs at either end.
  public var trimmed: Bytes {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
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
  public func joined(by separator: Bytes) -> Bytes {
    var all: [UInt8] = []
    for (index, part) in enumerated() {
      if index > 0 { all += separator.utf8 }
      all += part.utf8
    }
    return Bytes(all)
  }
}
