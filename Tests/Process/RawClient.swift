import Foundation

/// A client of a Unix stream socket that sends arbitrary bytes and reads replies that end with NUL.
public final class RawClient {
  private let descriptor: Int32
  private var pending: [UInt8] = []
  /// The server, retained as long as the client.
  private let server: AnyObject?

  public enum Failure: Error {
    case cannotConnect(String, Int32)
    /// No bytes within the timeout.
    case silent
    /// The other end has closed the connection.
    case closed
  }

  public init(to path: String, of server: AnyObject? = nil) throws {
    self.server = server
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let result = withSocketAddress(path) { connect(descriptor, $0, $1) }
    if result != 0 { throw Failure.cannotConnect(path, errno) }
  }

  deinit { close(descriptor) }

  /// Sends all bytes; false if the other end has closed the connection or the send buffer stays full.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard isReady(Int16(POLLOUT), within: defaultTimeout) else { return false }
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      let sent = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
      if sent < 0 && errno != EAGAIN { return false }
      rest = rest.dropFirst(max(0, sent))
    }
    return true
  }

  /// A call with the NUL that ends it.
  public static func framed(_ call: String) -> [UInt8] { Array(call.utf8) + [0] }

  /// Sends a call and the NUL that ends it.
  @discardableResult
  public func send(_ call: String) -> Bool { send(RawClient.framed(call)) }

  /// The next reply; throws `Failure` if the connection is closed or nothing arrives within `seconds`.
  public func reply(within seconds: Double = defaultTimeout) throws -> Answer {
    while true {
      if let end = pending.firstIndex(of: 0) {
        let message = Data(pending[..<end])
        pending.removeFirst(end + 1)
        return try Answer(message)
      }
      guard isReady(Int16(POLLIN), within: seconds) else { throw Failure.silent }
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count <= 0 { throw Failure.closed }
      pending += buffer[..<count]
    }
  }

  /// The next `count` bytes; throws `Failure` if the connection is closed or nothing arrives within `seconds`.
  public func bytes(_ count: Int, within seconds: Double = defaultTimeout) throws -> [UInt8] {
    while pending.count < count {
      guard isReady(Int16(POLLIN), within: seconds) else { throw Failure.silent }
      var buffer = [UInt8](repeating: 0, count: 65536)
      let received = recv(descriptor, &buffer, buffer.count, 0)
      if received <= 0 { throw Failure.closed }
      pending += buffer[..<received]
    }
    defer { pending.removeFirst(count) }
    return Array(pending.prefix(count))
  }

  /// Calls a method and waits for its reply.
  public func call(_ method: String, _ parameters: String = "{}") throws -> Answer {
    send("{\"method\":\"\(method)\",\"parameters\":\(parameters)}")
    return try reply()
  }

  /// Whether the other end closes the connection without sending a reply.
  public func isClosed(within seconds: Double = defaultTimeout) -> Bool {
    do { _ = try reply(within: seconds) } catch { return error as? Failure == .closed }
    return false
  }

  private func isReady(_ events: Int16, within seconds: Double) -> Bool {
    var request = pollfd(fd: descriptor, events: events, revents: 0)
    return poll(&request, 1, Int32(seconds * 1000)) > 0
  }
}

extension RawClient.Failure: Equatable {}

/// Calls `body` with the address of a Unix socket; a path that starts with `@` is in the abstract namespace.
public func withSocketAddress<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result
{
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { field in
    field.copyBytes(from: path.utf8)
    if path.hasPrefix("@") { field[0] = 0 }
  }
  let size = MemoryLayout<sa_family_t>.size + path.utf8.count + (path.hasPrefix("@") ? 0 : 1)
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
  }
}
