import Support

/// The newest lines of the console.
struct Log {
  private var lines: [Bytes] = []
  /// Lines kept.
  static var limit: Int { 200 }
  /// Bytes of a line; the rest is cut off.
  private static var width: Int { 240 }

  mutating func append(_ line: Bytes) {
    for part in line.split(at: UInt8(ascii: "\n")) where !part.isEmpty {
      var end = min(part.count, Log.width)
      while end < part.count, part.utf8[end] & 0xC0 == 0x80 { end -= 1 }  // not within a UTF-8 sequence
      if lines.count == Log.limit { lines.removeFirst() }
      lines.append(Bytes(part.utf8[..<end]))
    }
  }

  /// The newest lines, at most 4000 bytes, which is within a loader's limit; a space if there are none.
  var text: Bytes {
    var text = Bytes(), newest: [Bytes] = []
    for line in lines.reversed() {
      if text.count + line.count + 1 > 4000 { break }
      text += line + "\n"
      newest.append(line)
    }
    return newest.isEmpty ? " " : Array(newest.reversed()).joined(by: "\n")
  }
}
