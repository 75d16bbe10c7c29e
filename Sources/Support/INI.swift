/// Settings as systemd writes them (systemd.syntax(7)): sections, `key = value`, comments with `#` or `;`, a backslash
/// at a line's end continues it. What cannot be read is a complaint with its line, and the rest counts.
public struct INI {
  public struct Entry: Equatable {
    public let section, key, value: Bytes
    /// From 1.
    public let line: Int
  }

  public private(set) var entries: [Entry] = []
  /// The sections in their order, those without keys too.
  public private(set) var sections: [(name: Bytes, line: Int)] = []
  public private(set) var complaints: [(line: Int, reason: Bytes)] = []

  /// The longest file, in bytes.
  public static var limit: Int { 64 * 1024 }

  public init(_ text: Bytes) {
    guard text.count <= INI.limit else {
      complaints.append((1, "longer than \(INI.limit) bytes; nothing of it is used"))
      return
    }
    var section: Bytes = "", pending: Bytes = "", start = 0
    for (index, raw) in text.split(at: 0x0A).enumerated() {
      var line = (raw.hasSuffix("\r") ? Bytes(raw.utf8.dropLast()) : raw).trimmed
      if pending.isEmpty { start = index + 1 }
      if line.hasSuffix("\\") {
        pending += Bytes(line.utf8.dropLast()).trimmed + " "
        continue
      }
      line = pending + line
      pending = ""
      if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
      if !line.isValidUTF8 {
        complaints.append((start, "not UTF-8"))
      } else if line.hasPrefix("[") {
        if line.hasSuffix("]") {
          section = Bytes(line.utf8.dropFirst().dropLast()).trimmed
          sections.append((section, start))
        } else {
          complaints.append((start, "'\(line)' is not a section"))
        }
      } else if let equals = line.utf8.firstIndex(of: 0x3D), equals > 0 {
        let key = Bytes(line.utf8[..<equals]).trimmed, value = Bytes(line.utf8[(equals + 1)...]).trimmed
        entries.append(Entry(section: section, key: key, value: value, line: start))
      } else {
        complaints.append((start, "'\(line)' is neither a section nor KEY = VALUE"))
      }
    }
  }
}
