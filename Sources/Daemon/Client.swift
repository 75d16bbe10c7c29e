import Linux
import Notation
import Protocol

/// One connection to the socket: bytes in, replies out, never waiting for it.
final class Client {
  /// Replies that a client may leave unread, in bytes.
  static let queueLimit = 256 * 1024
  /// Nanoseconds in which a call that was begun must end.
  static let patience: Int64 = 1_000_000_000

  let descriptor: FileDescriptor
  private var framing = Framing()
  private var queue: [UInt8] = []
  /// When to give up on a call that was begun.
  private(set) var deadline: Int64?
  /// No more calls are taken; it closes when its replies are out.
  var isEnding = false

  init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  var wantsWriting: Bool { !queue.isEmpty }

  /// The calls that have arrived whole; nil when the client has gone.
  func calls(now: Int64) -> [Bytes]? {
    do throws(SystemError) {
      guard let bytes = try descriptor.read(upTo: 16384) else { return [] }
      if bytes.isEmpty || isEnding { return nil }
      let messages = try take(bytes)
      if !messages.isEmpty || !framing.isInside { deadline = nil }  // what has ended was in time
      if framing.isInside && deadline == nil { deadline = now + Client.patience }
      return messages
    } catch {
      return nil
    }
  }

  private func take(_ bytes: [UInt8]) throws(SystemError) -> [Bytes] {
    do {
      return try framing.take(bytes)
    } catch {
      end(with: error)
      return []
    }
  }

  /// Queues a reply and sends what can be sent; false when the client has gone or reads nothing.
  func send(_ reply: Reply) -> Bool {
    queue += reply.text.utf8
    queue.append(0)
    return flush() && queue.count <= Client.queueLimit
  }

  /// Sends what can be sent; false when the client has gone.
  func flush() -> Bool {
    do throws(SystemError) {
      while !queue.isEmpty {
        let sent = try Socket.send(queue[...], on: descriptor)
        if sent == 0 { return true }
        queue.removeFirst(sent)
      }
      return !isEnding
    } catch {
      return false
    }
  }

  /// Says why and takes nothing more.
  func end(with reply: Reply) {
    isEnding = true
    deadline = nil
    _ = send(reply)  // whether it arrives or not, this is the end
  }
}
