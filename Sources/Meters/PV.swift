import Notation

/// pv's line, or with `-n` a number a line: a percentage, or bytes where the size is not known.
enum PV {
  /// A number is only taken for pv's where that is sure.
  static func reading(_ line: Bytes, _ total: Double?, isSure: Bool) -> Reading? {
    if isSure, let number = line.fields.last.flatMap({ Decimal.double($0) }), number >= 0 {
      return number <= 100 && total == nil ? Reading(number / 100) : Amount.reading(number, of: total)
    }
    guard let amount = line.fields.first, isAmount(amount), line.contains("/s]") else { return nil }
    if let fraction = Percent.first(in: line) { return Reading(fraction) }
    return Reading(label: amount)
  }

  /// `2.86MiB`, as pv and others write it.
  private static func isAmount(_ word: Bytes) -> Bool {
    guard let first = word.utf8.first, (0x30...0x39).contains(first) else { return false }
    return word.hasSuffix("B") || word.hasSuffix("b")
  }
}
