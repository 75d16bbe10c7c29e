import Compatibility
import System

/// One connection to plymouthd's address.
final class PlymouthClient: Connection {
  /// Replies that a client may leave unread, in bytes.
  private static var queueLimit: Int { 4096 }

  let isRoot: Bool
  var stream = PlymouthStream()
  /// It takes no replies any more; what it sent before still counts.
  private var isDeaf = false

  override init(_ descriptor: FileDescriptor, id: Int) {
    isRoot = (try? Peer(of: descriptor))?.user == 0
    super.init(descriptor, id: id)
  }

  /// Sends what can be sent; false when the client reads nothing.
  func send(_ bytes: [UInt8] = []) -> Bool {
    if isDeaf { return true }
    enqueue(bytes)
    do throws(SystemError) {
      try flushQueue()
    } catch {
      isDeaf = true
      dropQueue()
    }
    return queue.count <= PlymouthClient.queueLimit
  }
}
