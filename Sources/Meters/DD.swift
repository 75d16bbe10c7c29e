import Notation

/// dd's line of `status=progress`: bytes first, then their rate, in any language.
enum DD {
  static func reading(_ line: Bytes, _ total: Double?) -> Reading? {
    if line.hasPrefix("dd: ") { return Reading(failure: line.dropFirst(4)) }
    guard let first = line.fields.first, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let bytes = Decimal.double(first), line.trimmed.hasSuffix("/s"), line.utf8.contains(0x2C)
    else { return nil }
    return Amount.reading(bytes, of: total)
  }
}
