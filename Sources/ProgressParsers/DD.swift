import Support

/// Parser of dd's line with `status=progress`: the number of bytes first, the rate last. The text between is localised.
enum DD {
  static func sample(_ line: Bytes, _ total: Double?) -> ProgressSample? {
    if line.hasPrefix("dd: ") { return ProgressSample(failure: line.dropFirst(4)) }
    guard line.beginsWithDigit, line.trimmed.hasSuffix("/s"), line.utf8.contains(UInt8(ascii: ",")),
      let first = line.fields.first, first.utf8.allSatisfy({ Decimal.isDigit($0) }), let bytes = Decimal.double(first)
    else { return nil }
    return Amount.sample(bytes, of: total)
  }
}
