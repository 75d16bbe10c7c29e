import Foundation

/// A mock of loaderd that accepts a client and never reads.
final class SilentDaemon {
  private let listener: Int32
  private var client: Int32 = -1

  init(at path: String) throws { listener = try listening(at: path) }

  deinit {
    close(client)
    close(listener)
  }

  /// The number of calls that were sent.
  var calls: Int {
    client = client < 0 ? accept(listener, nil, nil) : client
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let count = recv(client, &buffer, buffer.count, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK))
    return buffer.prefix(max(0, count)).count { $0 == 0 }
  }
}
