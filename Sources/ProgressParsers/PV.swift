import Support

/// Parser of pv's line, or of `pv -n`: a number per line, which is a percentage, or bytes if the size is unknown. The
/// name of `pv -N` and a colon may come first.
enum PV {
  /// `isSure` is true if the format was chosen by the user, or detected in an earlier line. Only then lines without a
  /// rate count: those of numbers alone, as with `-n` and `-nt`, and those with a bar, as with `-p`.
  static func sample(_ line: Bytes, _ total: Double?, isSure: Bool) -> ProgressSample? {
    guard isSure || line.contains("/s]") else { return nil }
    let line = line.after(": ") ?? line, fields = line.fields, numbers = fields.compactMap { Decimal.double($0) }
    if isSure, numbers.count == fields.count, let number = numbers.last, number >= 0 {
      return number <= 100 && total == nil ? ProgressSample(number / 100) : Amount.sample(number, of: total)
    }
    let fraction = line.after("]").flatMap { Percent.first(in: $0) }
    if isSure, let fraction { return ProgressSample(fraction) }
    guard let amount = fields.first, isAmount(amount), line.contains("/s]") else { return nil }
    return ProgressSample(fraction, label: fraction == nil ? amount : nil)
  }

  /// `2.86MiB`: a number with a unit of bytes or bits.
  private static func isAmount(_ word: Bytes) -> Bool {
    guard let first = word.utf8.first, Decimal.isDigit(first) else { return false }
    return word.hasSuffix("B") || word.hasSuffix("b")
  }
}
