internal import CLinux
public import Support

/// The lines of standard input, as they come.
public struct StandardInput: Sequence, IteratorProtocol {
  /// A line longer than this is cut.
  static var limit: Int { 65536 }

  private let descriptor = FileDescriptor.standardInput
  private var pending: [UInt8] = []
  private var isAtEnd = false

  public static var lines: StandardInput { StandardInput() }

  public mutating func next() -> Bytes? {
    while true {
      if let end = pending.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
        let line = Bytes(pending[..<end])
        pending.removeFirst(end + 1)
        return line
      }
      if isAtEnd || pending.count > StandardInput.limit {
        let line = Bytes(pending)
        pending = []
        return line.isEmpty ? nil : line
      }
      do throws(SystemError) {
        guard let bytes = try descriptor.read(upTo: 4096) else {
          // Another program has made it non-blocking, and there is nothing yet.
          _ = descriptor.awaitBytes(until: .max)
          continue
        }
        if bytes.isEmpty { isAtEnd = true } else { pending += bytes }
      } catch {
        isAtEnd = true  // what cannot be read ends here
      }
    }
  }
}

/// Where relative paths start.
public enum WorkingDirectory {
  public static var path: Bytes {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return Bytes(cString: path)
  }
}
