import Notation

/// curl's table of twelve columns. Its bar (`-#`) is a percentage.
enum Curl {
  static func reading(_ line: Bytes) -> Reading? {
    if line.hasPrefix("curl: (") { return Reading(failure: line.dropFirst(6)) }
    let fields = line.fields
    guard fields.count >= 12, let percent = Decimal.integer(fields[0]), let received = Decimal.integer(fields[2]),
      let sent = Decimal.integer(fields[4]), isClock(fields[8])
    else { return nil }
    // Of an unknown size it has always received 100 percent, and no percent of the expected.
    if percent == 100, received == 0, sent == 0 { return Reading(label: fields[3]) }
    return fields[1] == "0" ? Reading() : Reading(Double(percent) / 100)
  }

  /// `0:00:01`, `--:--:--` or `1d`.
  private static func isClock(_ word: Bytes) -> Bool { word.utf8.contains(0x3A) || word.hasSuffix("d") }
}
