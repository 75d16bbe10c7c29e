import Support

/// The newest lines of the log screen, in the order of their times: the kernel's messages are read only while it is
/// shown.
struct LogLines {
  private var lines: [(text: Bytes, time: Time)] = []
  /// Lines kept.
  static var limit: Int { 200 }
  /// Bytes of a line; the rest is cut off.
  private static var width: Int { 240 }

  mutating func add(_ line: Bytes, at time: Time) {
    for part in line.split(at: UInt8(ascii: "\n")) where !part.isEmpty {
      var end = min(part.count, LogLines.width)
      while end > 0, end < part.count, part.utf8[end] & 0xC0 == 0x80 { end -= 1 }  // not within a UTF-8 sequence
      var index = lines.count
      while index > 0, lines[index - 1].time > time { index -= 1 }
      lines.insert((Bytes(part.utf8[..<end]), time), at: index)
      if lines.count > LogLines.limit { lines.removeFirst() }
    }
  }

  /// The newest lines, at most 4000 bytes, which is within a loader's limit; a space if there are none.
  var text: Bytes {
    var count = 0, newest: [Bytes] = []
    for line in lines.reversed() {
      count += line.text.count + 1
      if count > 4000 { break }
      newest.append(line.text)
    }
    return newest.isEmpty ? " " : Array(newest.reversed()).joined(by: "\n")
  }
}
