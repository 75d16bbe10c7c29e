extension Bytes {
  /// The text without characters that could hide or disguise other text on a display or a terminal: control characters,
  /// bidirectional embeddings and overrides (UAX #9, 2.1 and 2.2), tags, noncharacters, and combining marks after the
  /// eighth on a letter. Line feeds stay, line and paragraph separators become line feeds, and tabs become spaces.
  public var sanitized: Bytes {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == UInt8(ascii: "\n") }) { return self }
    var clean = Bytes(), markCount = 0
    for scalar in scalars {
      let isMark = CombiningMarks.contains(scalar)
      markCount = isMark ? markCount + 1 : 0
      if scalar == 0x09 {
        clean.utf8.append(UInt8(ascii: " "))
      } else if scalar == 0x2028 || scalar == 0x2029 {
        clean.utf8.append(UInt8(ascii: "\n"))
      } else if !Bytes.isUnsafe(scalar), markCount <= 8 {
        clean.append(scalar: scalar)
      }
    }
    return clean
  }

  /// Whether a scalar is removed, other than a combining mark.
  private static func isUnsafe(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x202A...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xFDD0...0xFDEF: true
    case 0xE0000...0xE007F: true
    default: scalar & 0xFFFE == 0xFFFE
    }
  }
}
