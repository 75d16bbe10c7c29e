/// A configuration file in the syntax of systemd (systemd.syntax(7)): sections, `key = value`, comments that start with
/// `#` or `;`, and lines continued by a backslash at their end. Between continued lines a comment starts with `# ` or
/// `;`. Invalid lines are skipped and reported.
public struct INI {
  /// An assignment.
  public struct Entry: Equatable {
    /// The name of the section, empty before the first one; the key and the value without surrounding spaces.
    public let section, key, value: Bytes
    /// The number of the line on which it starts, from 1.
    public let line: Int
  }

  /// All assignments in their order; a key may occur more than once.
  public private(set) var entries: [Entry] = []
  /// All section headers in their order, with the numbers of their lines.
  public private(set) var sections: [(name: Bytes, line: Int)] = []
  /// Errors with the numbers of their lines.
  public private(set) var problems: [(line: Int, reason: Bytes)] = []

  /// The maximum size of a file in bytes. A larger file has no entries.
  public static var limit: Int { 64 * 1024 }

  /// A file that cannot be read, with the reason.
  public init(unreadable reason: Bytes) { problems = [(1, reason)] }

  /// A file with one assignment of another.
  public init(_ entry: Entry) { entries = [entry] }

  /// Adds what another file says, with its lines counted on from `line`.
  public mutating func append(_ other: INI, after line: Int) {
    entries += other.entries.map { Entry(section: $0.section, key: $0.key, value: $0.value, line: $0.line + line) }
    sections += other.sections.map { ($0.name, $0.line + line) }
    problems += other.problems.map { ($0.line + line, $0.reason) }
  }

  /// Parses a file.
  public init(_ text: Bytes) {
    guard text.count <= INI.limit else {
      problems.append((1, "longer than \(INI.limit) bytes; nothing of it is used"))
      return
    }
    var section: Bytes = "", pending: Bytes = "", start = 0
    let text = (text.hasPrefix("\u{FEFF}") ? text.dropFirst(3) : text) + "\n"  // a byte order mark is skipped
    for (index, raw) in text.split(at: UInt8(ascii: "\n")).enumerated() {
      var line = (raw.hasSuffix("\r") ? Bytes(raw.utf8.dropLast()) : raw).trimmed
      if pending.isEmpty { start = index + 1 }
      // In a line that continues another, `#000` is a colour.
      let isComment =
        pending.isEmpty ? line.hasPrefix("#") : line == "#" || line.hasPrefix("# ") || line.hasPrefix("#\t")
      if isComment || line.hasPrefix(";") { continue }
      if line.hasSuffix("\\") {
        pending += Bytes(line.utf8.dropLast()).trimmed + " "
        continue
      }
      line = pending + line
      pending = ""
      if line.isEmpty { continue }
      if !line.isValidUTF8 {
        problems.append((start, "not UTF-8"))
      } else if line.hasPrefix("[") {
        if line.hasSuffix("]") {
          section = Bytes(line.utf8.dropFirst().dropLast()).trimmed
          sections.append((section, start))
        } else {
          problems.append((start, "\(quoted: line) is not a section"))
        }
      } else if let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")), equals > 0 {
        let key = Bytes(line.utf8[..<equals]).trimmed, value = Bytes(line.utf8[(equals + 1)...]).trimmed
        entries.append(Entry(section: section, key: key, value: value, line: start))
      } else {
        problems.append((start, "\(quoted: line) is neither a section nor KEY = VALUE"))
      }
    }
  }
}
