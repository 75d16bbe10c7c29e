import Doors
import Linux

/// One connection to plymouthd's address.
final class PlymouthClient {
  /// Replies that a client may leave unread, in bytes.
  private static var queueLimit: Int { 4096 }

  let descriptor: FileDescriptor
  /// Names it in the door.
  let number: Int
  let isRoot: Bool
  var stream = PlymouthStream()
  private var queue = Outbox()
  /// It takes no replies any more; what it sent before still counts.
  private var isDeaf = false

  init(_ descriptor: FileDescriptor, number: Int) {
    (self.descriptor, self.number) = (descriptor, number)
    isRoot = (try? Peer(of: descriptor))?.user == 0
  }

  var wantsWriting: Bool { !queue.isEmpty }

  /// Sends what can be sent; false when the client reads nothing.
  func send(_ bytes: [UInt8] = []) -> Bool {
    if isDeaf { return true }
    queue.add(bytes)
    do throws(SystemError) { try queue.flush(to: descriptor) } catch { (isDeaf, queue) = (true, Outbox()) }
    return queue.count <= PlymouthClient.queueLimit
  }
}
