/// Bytes on their way into a socket, which takes them when it can.
public struct WriteQueue {
  private var bytes: [UInt8] = []

  public init() {}

  public var isEmpty: Bool { bytes.isEmpty }
  /// Bytes that were not taken yet.
  public var count: Int { bytes.count }

  public mutating func add(_ bytes: [UInt8]) { self.bytes += bytes }

  /// Sends what can be sent now. Throws when the other end has gone.
  public mutating func flush(to socket: FileDescriptor) throws(SystemError) {
    var sent = 0
    defer { bytes.removeFirst(sent) }
    while sent < bytes.count {
      let count = try Socket.send(bytes[sent...], on: socket)
      if count == 0 { return }
      sent += count
    }
  }
}
