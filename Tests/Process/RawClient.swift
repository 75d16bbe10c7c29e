import Foundation

/// A client of a Unix stream socket that sends any bytes and reads replies that end with NUL.
public final class RawClient {
  private let descriptor: Int32
  private var pending: [UInt8] = []
  /// Stays while this does.
  private let server: AnyObject?

  public enum Failure: Error {
    case cannotConnect(String, Int32)
    case silent, closed
  }

  public init(to path: String, of server: AnyObject? = nil) throws {
    self.server = server
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let result = withSocketAddress(path) { connect(descriptor, $0, $1) }
    if result != 0 { throw Failure.cannotConnect(path, errno) }
  }

  deinit { close(descriptor) }

  /// Sends all of it, waiting up to 5 s for room; false when the other end has gone or takes nothing.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard isReady(Int16(POLLOUT), within: 5) else { return false }
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      let sent = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
      if sent < 0 && errno != EAGAIN { return false }
      rest = rest.dropFirst(max(0, sent))
    }
    return true
  }

  /// A text and the NUL that ends a call.
  public static func framed(_ call: String) -> [UInt8] { Array(call.utf8) + [0] }

  @discardableResult
  public func send(_ call: String) -> Bool { send(RawClient.framed(call)) }

  /// The next reply; throws when the connection ends or nothing comes.
  public func reply(within seconds: Double = patience) throws -> Answer {
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

  /// The next bytes, exactly so many; throws when the connection ends or nothing comes.
  public func bytes(_ count: Int, within seconds: Double = patience) throws -> [UInt8] {
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

  /// Whether the other end closes, with nothing said before.
  public func isClosed(within seconds: Double = patience) -> Bool {
    do { _ = try reply(within: seconds) } catch { return error as? Failure == .closed }
    return false
  }

  private func isReady(_ events: Int16, within seconds: Double) -> Bool {
    var request = pollfd(fd: descriptor, events: events, revents: 0)
    return poll(&request, 1, Int32(seconds * 1000)) > 0
  }
}

extension RawClient.Failure: Equatable {}

/// The address of a Unix socket; `@` at the start is the abstract namespace.
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
