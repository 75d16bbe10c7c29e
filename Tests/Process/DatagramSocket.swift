import Foundation

/// A bound datagram socket, as the service manager has for sd_notify(3).
public final class DatagramSocket {
  private let descriptor: Int32

  public struct CannotBind: Error { let code: Int32 }

  /// Binds to `path`; one that starts with `@` is in the abstract namespace.
  public init(at path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let result = withSocketAddress(path) { bind(descriptor, $0, $1) }
    if result != 0 { throw CannotBind(code: errno) }
  }

  deinit { close(descriptor) }

  /// Sends a datagram to the socket at `path`; false if nobody has it.
  @discardableResult
  public static func send(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    return withSocketAddress(path) { sendto(descriptor, bytes, bytes.count, 0, $0, $1) } == bytes.count
  }

  /// Sends empty datagrams until the queue of the socket at `path` is full; how many it took.
  public static func fill(_ path: String) -> Int {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var count = 0
    while withSocketAddress(path, { sendto(descriptor, [0], 1, Int32(MSG_DONTWAIT), $0, $1) }) == 1 { count += 1 }
    return count
  }

  /// The next datagram; nil if none arrives within `seconds`.
  public func receive(within seconds: Double = defaultTimeout) -> String? {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Int32(seconds * 1000)) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }
}
