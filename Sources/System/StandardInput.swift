internal import CLinux
public import Support

/// The lines of standard input, each as soon as it is complete. Blocks until there is a line.
public struct StandardInput: Sequence, IteratorProtocol {
  /// The maximum length of a line in bytes. A longer line is split.
  static var limit: Int { 65536 }

  private let descriptor = FileDescriptor.standardInput
  private var pending: [UInt8] = []
  private var isAtEnd = false

  /// The lines, which end with a line feed or a carriage return.
  public static var lines: StandardInput { StandardInput() }

  /// The next line without its end; nil at the end of the input, and after an error.
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
          // Another process that shares the open file has set O_NONBLOCK.
          _ = descriptor.awaitBytes(until: .max)
          continue
        }
        if bytes.isEmpty { isAtEnd = true } else { pending += bytes }
      } catch {
        isAtEnd = true
      }
    }
  }
}
