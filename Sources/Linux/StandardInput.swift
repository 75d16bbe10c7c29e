internal import CLinux
public import Notation

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
      if let end = pending.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
        let line = Bytes(pending[..<end])
        pending.removeFirst(end + 1)
        return line
      }
      if isAtEnd || pending.count > StandardInput.limit {
        let line = Bytes(pending)
        pending = []
        return line.isEmpty ? nil : line
      }
      if let bytes = try? descriptor.read(upTo: 4096), !bytes.isEmpty { pending += bytes } else { isAtEnd = true }
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
