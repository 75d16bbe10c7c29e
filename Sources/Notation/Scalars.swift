/// Decodes UTF-8 strictly (RFC 3629): overlong forms, surrogates and values past U+10FFFF are errors.
public struct Scalars: Sequence, IteratorProtocol {
  let utf8: [UInt8]
  /// Where the next scalar starts.
  public private(set) var position = 0
  /// Whether a malformed sequence was met; each gives one U+FFFD.
  public private(set) var isMalformed = false

  public init(_ text: Bytes) { utf8 = text.utf8 }

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
  public var scalars: Scalars { Scalars(self) }

  public var isValidUTF8: Bool {
    var scalars = scalars
    while scalars.next() != nil {}
    return !scalars.isMalformed
  }

  /// Appends one Unicode scalar value.
  public mutating func append(scalar value: UInt32) {
    switch value {
    case 0..<0x80: utf8.append(UInt8(value))
    case 0x80..<0x800: append(tail: value, 1, lead: 0xC0)
    case 0x800..<0x10000: append(tail: value, 2, lead: 0xE0)
    default: append(tail: value, 3, lead: 0xF0)
    }
  }

  private mutating func append(tail value: UInt32, _ count: UInt32, lead: UInt8) {
    utf8.append(lead | UInt8(truncatingIfNeeded: value >> (6 * count)))
    for index in (0..<count).reversed() { utf8.append(0x80 | UInt8(value >> (6 * index) & 0x3F)) }
  }
}
