import Support

/// Parser of the output of wget, wget2 and BusyBox: rows of dots (`--progress=dot`) and the bar.
enum Wget {
  static func sample(_ line: Bytes) -> ProgressSample? {
    if line.hasPrefix("Saving to: ") { return ProgressSample(label: unquoted(line.dropFirst(11))) }
    if let error = line.after(" ERROR "), let code = error.before(": "), Decimal.integer(code) != nil {
      return ProgressSample(failure: error)
    }
    let fields = line.beginsWithDigit ? line.fields : []
    if fields.count >= 3, fields[0].hasSuffix("K"), Decimal.integer(Bytes(fields[0].utf8.dropLast())) != nil,
      fields[1].utf8.allSatisfy({ $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
    {
      return fields.lazy.compactMap { $0.percentage }.first.map { ProgressSample($0) }
        ?? ProgressSample(label: fields[0])
    }
    // The bar of BusyBox is ` 49% |*****     |`.
    if let fraction = line.before(" |*")?.fields.last?.percentage { return ProgressSample(fraction) }
    guard let bar = line.lastOffset(of: UInt8(ascii: "[")) else { return nil }
    let left = Bytes(line.utf8[..<bar]), right = Bytes(line.utf8[bar...])
    guard right.contains("B/s"), let end = right.utf8.firstIndex(of: UInt8(ascii: "]")), isBar(right.utf8[1..<end])
    else { return nil }
    // Without a size, the bar only moves.
    if right.contains("<=>") { return ProgressSample(label: right.dropFirst(end + 1).fields.first) }
    // The name of the file stands before it, and may have brackets and a percentage too.
    return left.fields.last?.percentage.map { ProgressSample($0) }
  }

  /// Whether these are the characters between the brackets of a bar: spaces, `+`, `<`, `=` and `>`.
  private static func isBar(_ inside: ArraySlice<UInt8>) -> Bool {
    inside.allSatisfy {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "+") || (UInt8(ascii: "<")...UInt8(ascii: ">")).contains($0)
    }
  }

  /// The text without quotation marks, which depend on the locale.
  private static func unquoted(_ text: Bytes) -> Bytes {
    let quotes: [Bytes] = ["‘", "’", "“", "”", "«", "»", "'", "`", "\""]
    var text = text
    if let quote = quotes.first(where: { text.hasPrefix($0) }) { text = text.dropFirst(quote.count) }
    if let quote = quotes.first(where: { text.hasSuffix($0) }) { text = Bytes(text.utf8.dropLast(quote.count)) }
    return text
  }
}
