import Notation

/// wget's rows of dots, and its bar.
enum Wget {
  static func reading(_ line: Bytes) -> Reading? {
    if line.hasPrefix("Saving to: ") { return Reading(label: unquoted(line.dropFirst(11))) }
    if let error = line.after(" ERROR "), let code = error.before(": "), Decimal.integer(code) != nil {
      return Reading(failure: error)
    }
    let fields = line.fields
    if fields.count >= 3, fields[0].hasSuffix("K"), Decimal.integer(Bytes(fields[0].utf8.dropLast())) != nil,
      fields[1].utf8.allSatisfy({ $0 == 0x2E || $0 == 0x2C })
    {
      return fields.lazy.compactMap { $0.percentage }.first.map { Reading($0) } ?? Reading()
    }
    guard let bar = line.utf8.firstIndex(of: 0x5B), line.contains("B/s") else { return nil }
    let left = Bytes(line.utf8[..<bar]), right = Bytes(line.utf8[bar...])
    guard let end = right.utf8.firstIndex(of: 0x5D), isBar(right.utf8[1..<end]) else { return nil }
    if left.hasSuffix("%") { return Percent.first(in: left).map { Reading($0) } }
    return left.hasSuffix(" ") ? Reading(label: right.dropFirst(end + 1).fields.first) : nil
  }

  private static func isBar(_ inside: ArraySlice<UInt8>) -> Bool {
    inside.allSatisfy { $0 == 0x20 || $0 == 0x2B || (0x3C...0x3E).contains($0) }
  }

  /// Without the quotes of any locale around it.
  private static func unquoted(_ text: Bytes) -> Bytes {
    let quotes: [Bytes] = ["‘", "’", "“", "”", "«", "»", "'", "`", "\""]
    var text = text
    if let quote = quotes.first(where: { text.hasPrefix($0) }) { text = text.dropFirst(quote.count) }
    if let quote = quotes.first(where: { text.hasSuffix($0) }) { text = Bytes(text.utf8.dropLast(quote.count)) }
    return text
  }
}
