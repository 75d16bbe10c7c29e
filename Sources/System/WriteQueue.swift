/// Bytes that are sent on a non-blocking socket as soon as it accepts them.
public struct WriteQueue {
  private var bytes: [UInt8] = []

  /// An empty queue.
  public init() {}

  /// Whether all bytes were sent.
  public var isEmpty: Bool { bytes.isEmpty }
  /// The number of bytes that were not sent yet.
  public var count: Int { bytes.count }

  /// Appends bytes.
  public mutating func add(_ bytes: [UInt8]) { if isEmpty { self.bytes = bytes } else { self.bytes += bytes } }

  /// Sends as much as possible without blocking. Throws the errno of send(2): `EPIPE` if the other end has closed.
  public mutating func flush(to socket: FileDescriptor) throws(SystemError) {
    var sent = 0
    // What was sent in one go is not copied.
    defer { if sent == bytes.count { bytes = [] } else { bytes.removeFirst(sent) } }
    while sent < bytes.count {
      let count = try Socket.send(bytes[sent...], on: socket)
      if count == 0 { return }
      sent += count
    }
  }
}
