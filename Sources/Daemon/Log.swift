import Support

/// The newest lines that a console shows.
struct Log {
  private var lines: [Bytes] = []
  /// Lines kept, and bytes of each.
  private static var limit: Int { 200 }
  private static var width: Int { 240 }

  mutating func append(_ line: Bytes) {
    for part in line.split(at: 0x0A) where !part.isEmpty {
      var end = min(part.count, Log.width)
      while end < part.count, part.utf8[end] & 0xC0 == 0x80 { end -= 1 }  // whole characters
      if lines.count == Log.limit { lines.removeFirst() }
      lines.append(Bytes(part.utf8[..<end]))
    }
  }

  /// As many of the newest as a loader takes.
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
