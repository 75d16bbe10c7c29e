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

  /// The text without what would move, hide or disguise what stands around it: control characters, overrides and
  /// embeddings of direction (UAX #9, 2.1 and 2.2), tags and noncharacters; and of marks that heap up on a letter the first eight.
  /// Lines and tabs stay, tabs as spaces.
  public var sanitized: Bytes {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A }) { return self }
    var clean = Bytes(), drawOps = 0
    for scalar in scalars {
      let isMark = Bytes.isCombining(scalar)
      drawOps = isMark ? drawOps + 1 : 0
      if scalar == 0x09 {
        clean.utf8.append(0x20)
      } else if scalar == 0x2028 || scalar == 0x2029 {
        clean.utf8.append(0x0A)
      } else if !Bytes.isDisguise(scalar), drawOps <= 8 {
        clean.append(scalar: scalar)
      }
    }
    return clean
  }

  private static func isDisguise(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x202A...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xFDD0...0xFDEF: true
    case 0xE0000...0xE007F: true
    default: scalar & 0xFFFE == 0xFFFE
    }
  }

  /// Marks that any script may take (Unicode, "Combining Diacritical Marks" and its supplements).
  private static func isCombining(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0300...0x036F, 0x0483...0x0489, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }

  /// As much of it as `limit` bytes have room for, in whole scalar values, with `…` at the end where something is missing.
  public func shortened(to limit: Int) -> Bytes {
    if count <= limit { return self }
    var short = Bytes(), scalars = scalars
    while let scalar = scalars.next(), scalars.position <= limit - 3 { short.append(scalar: scalar) }
    short.append(scalar: 0x2026)
    return short
  }

  /// In one line: line ends are spaces.
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

  private mutating func append(tail value: UInt32, _ count: UInt32, lead: UInt8) {
    utf8.append(lead | UInt8(truncatingIfNeeded: value >> (6 * count)))
    for index in (0..<count).reversed() { utf8.append(0x80 | UInt8(value >> (6 * index) & 0x3F)) }
  }
}
