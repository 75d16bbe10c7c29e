import Compatibility
import DaemonCore
import System

/// One connection of root to the socket of plymouthd.
final class PlymouthClient: Connection {
  /// Bytes of replies that a client may leave unread.
  private static var queueLimit: Int { 4096 }

  var stream = PlymouthStream()
  /// Whether sending has failed. Its earlier requests are still carried out.
  private var isWriteClosed = false

  /// Queues bytes and sends as much as possible; false if the client has left too much unread.
  func send(_ bytes: [UInt8] = []) -> Bool {
    if isWriteClosed { return true }
    enqueue(bytes)
    do throws(SystemError) {
      try flushQueue()
    } catch {
      isWriteClosed = true
      dropQueue()
    }
    return queue.count <= PlymouthClient.queueLimit
  }
}
