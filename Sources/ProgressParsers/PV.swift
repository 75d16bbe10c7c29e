import Support

/// Parser of pv's line, or of `pv -n`: a number per line, which is a percentage, or bytes if the size is unknown.
enum PV {
  /// `isSure` is true if the format was chosen by the user. Only then a line with a number counts.
  static func sample(_ line: Bytes, _ total: Double?, isSure: Bool) -> ProgressSample? {
    if isSure, let number = line.fields.last.flatMap({ Decimal.double($0) }), number >= 0 {
      return number <= 100 && total == nil ? ProgressSample(number / 100) : Amount.sample(number, of: total)
    }
    guard let amount = line.fields.first, isAmount(amount), line.contains("/s]") else { return nil }
    if let fraction = Percent.first(in: line) { return ProgressSample(fraction) }
    return ProgressSample(label: amount)
  }

  /// `2.86MiB`: a number with a unit of bytes or bits.
  private static func isAmount(_ word: Bytes) -> Bool {
    guard let first = word.utf8.first, Decimal.isDigit(first) else { return false }
    return word.hasSuffix("B") || word.hasSuffix("b")
  }
}
