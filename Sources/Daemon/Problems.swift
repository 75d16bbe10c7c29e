import Support

/// Lines for the log about what cannot be used: no more than some, however long the file.
struct Problems {
  private(set) var lines: [Bytes] = []
  private var omitted = 0

  /// Lines kept.
  private static var limit: Int { 48 }

  init(_ lines: [Bytes] = []) {
    for line in lines { add(line) }
  }

  /// Adds a line, unless it is there already.
  mutating func add(_ line: Bytes) {
    if lines.contains(line) { return }
    if lines.count < Problems.limit { lines.append(line) } else { omitted += 1 }
  }

  /// All of them, and how many more there were.
  var all: [Bytes] { omitted == 0 ? lines : lines + ["\(omitted) more lines cannot be used"] }
}
