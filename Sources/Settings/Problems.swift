import Support

/// Log lines about settings that cannot be used, limited for files with very many of them.
package struct Problems {
  package private(set) var lines: [Bytes] = []
  private var omitted = 0

  /// Lines kept.
  private static var limit: Int { 48 }

  package init(_ lines: [Bytes] = []) {
    for line in lines { add(line) }
  }

  /// Adds a line that is not there yet.
  package mutating func add(_ line: Bytes) {
    if lines.contains(line) { return }
    if lines.count < Problems.limit { lines.append(line) } else { omitted += 1 }
  }

  /// The lines, and a last line with the number of those that were left out.
  package var all: [Bytes] { omitted == 0 ? lines : lines + ["\(omitted) more lines cannot be used"] }
}
