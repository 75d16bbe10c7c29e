/// Decodes UTF-8 strictly (RFC 3629): overlong forms, surrogates and values above U+10FFFF are malformed.
public struct Scalars: Sequence, IteratorProtocol {
  let utf8: [UInt8]
  /// The offset of the next scalar in bytes.
  public private(set) var position = 0
  /// Whether a malformed sequence was decoded. Each one results in U+FFFD.
  public private(set) var isMalformed = false

  /// An iterator at the start of the text.
  public init(_ text: Bytes) { utf8 = text.utf8 }

  /// The next Unicode scalar value; nil at the end.
  public mutating func next() -> UInt32? {
    guard position < utf8.count else { return nil }
    let lead = utf8[position]
    position += 1
    if lead < 0x80 { return UInt32(lead) }
    let (length, least): (Int, UInt32) =
      switch lead {
      case 0xC2...0xDF: (1, 0x80)
      case 0xE0...0xEF: (2, 0x800)
      case 0xF0...0xF4: (3, 0x10000)
      default: (0, 0)
      }
    var value = UInt32(lead) & (0x3F >> UInt32(length))
    var read = 0
    while read < length, position < utf8.count, utf8[position] & 0xC0 == 0x80 {
      value = value << 6 | UInt32(utf8[position] & 0x3F)
      position += 1
      read += 1
    }
    if length == 0 || read < length || value < least || value > 0x10FFFF || (0xD800...0xDFFF).contains(value) {
      isMalformed = true
      return 0xFFFD
    }
    return value
  }
}

extension Bytes {
  /// The Unicode scalar values of the text.
  public var scalars: Scalars { Scalars(self) }

  private var isASCII: Bool {
    utf8.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count, bytes[index] < 0x80 { index += 1 }
      return index == bytes.count
    }
  }

  /// Whether the text is valid UTF-8.
  public var isValidUTF8: Bool {
    if isASCII { return true }
    var scalars = scalars
    while scalars.next() != nil {}
    return !scalars.isMalformed
  }

  /// The text with U+FFFD for each malformed sequence.
  var repaired: Bytes {
    var text = Bytes()
    for scalar in scalars { text.append(scalar: scalar) }
    return text
  }

  /// The text, truncated to `limit` bytes at the end of a scalar value. A truncated text ends with `…`.
  public func shortened(to limit: Int) -> Bytes {
    if count <= limit { return self }
    let ellipsis: Bytes = "…"
    var short = Bytes(), scalars = scalars
    while let scalar = scalars.next(), scalars.position <= limit - ellipsis.count { short.append(scalar: scalar) }
    return short + ellipsis
  }

  /// The text in one line: line feeds are replaced by spaces.
  public var singleLine: Bytes { Bytes(utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }) }

  /// Appends one Unicode scalar value.
  public mutating func append(scalar value: UInt32) {
    switch value {
    case 0..<0x80: utf8.append(UInt8(value))
    case 0x80..<0x800: append(tail: value, 1, lead: 0xC0)
    case 0x800..<0x10000: append(tail: value, 2, lead: 0xE0)
    default: append(tail: value, 3, lead: 0xF0)
    }
  }

  /// Appends a lead byte and `count` continuation bytes.
  private mutating func append(tail value: UInt32, _ count: UInt32, lead: UInt8) {
    utf8.append(lead | UInt8(truncatingIfNeeded: value >> (6 * count)))
    for index in (0..<count).reversed() { utf8.append(0x80 | UInt8(value >> (6 * index) & 0x3F)) }
  }
}
