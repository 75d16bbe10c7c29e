import Support

/// Parser of curl's table of twelve columns, which are padded. Since 8.18, times that are not known are blank. Its bar
/// (`-#`) is parsed by `Percent`.
enum Curl {
  static func sample(_ line: Bytes) -> ProgressSample? {
    if line.hasPrefix("curl: (") { return ProgressSample(failure: line.dropFirst(6)) }
    guard line.beginsWithDigit else { return nil }
    let fields = line.fields
    guard line.count > 70, fields.count == 9 || fields.count > 9 && isTime(fields[8]),
      let percent = Decimal.integer(fields[0]), let received = Decimal.integer(fields[2]),
      let sent = Decimal.integer(fields[4])
    else { return nil }
    // For a download of unknown size, curl prints a total of 100 % and 0 % received.
    if percent == 100, received == 0, sent == 0 { return ProgressSample(label: fields[3]) }
    return fields[1] == "0" ? ProgressSample() : ProgressSample(Double(percent) / 100)
  }

  /// `0:00:01`, `--:--:--`, `11h` or `1d`.
  private static func isTime(_ word: Bytes) -> Bool {
    word.utf8.contains(UInt8(ascii: ":")) || word.hasSuffix("h") || word.hasSuffix("d")
  }
}
