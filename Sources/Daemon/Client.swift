import System
import ScreenAPI
import Support
import Varlink

/// One connection to the socket: bytes in, replies out, never waiting for it.
final class Client: Connection {
  /// Replies that a client may leave unread, in bytes.
  static let queueLimit = 256 * 1024
  /// Nanoseconds in which a call that was begun must end.
  static let patience: Int64 = 1_000_000_000

  let peer: Peer
  private var framing = Framing()
  /// Calls that wait for the reply to the one before them, or for a frame that comes first.
  private var held: [Bytes] = []
  /// An open file that came along, for the next call that takes one.
  private var passed: FileDescriptor?
  /// Since when the rest of a call that was begun could have been read.
  private var begun: Int64?
  /// No more calls are taken; it closes when its replies are out.
  var isEnding = false
  /// The reply to its last call is still to come; no other is taken before.
  var isWaiting = false
  /// It is told what changes, until it goes.
  var isMonitor = false
  /// The last call wants no reply.
  var isOneway = false

  init(_ descriptor: FileDescriptor, id: Int, peer: Peer) {
    self.peer = peer
    super.init(descriptor, id: id)
  }

  /// Whether it leaves memory worth giving back: many that leave a little leave much.
  var owesMuch: Bool { !queue.isEmpty || !held.isEmpty }
  var wantsReading: Bool { held.isEmpty && !isWaiting }
  /// Whether it has calls that may be answered.
  var isBehind: Bool { !held.isEmpty && !isWaiting && !isEnding }
  /// When to give up on a call that was begun.
  var deadline: Int64? { wantsReading && !isEnding ? begun.map { $0 + Client.patience } : nil }

  /// Takes what has arrived; false when the client has gone.
  func receive(now: Int64) -> Bool {
    do throws(SystemError) {
      guard let (bytes, file) = try Socket.receive(upTo: 16384, from: descriptor) else { return true }
      if let file { passed = file }
      if bytes.isEmpty || isEnding { return false }
      let messages = try take(bytes)
      held += messages
      if !messages.isEmpty || !framing.isInside { begun = nil }  // what has ended was in time
      if framing.isInside && begun == nil { begun = now }
      return true
    } catch {
      return false
    }
  }

  /// The next call, if it may be answered now.
  func next(now: Int64) -> Bytes? {
    if isWaiting || isEnding || held.isEmpty { return nil }
    if begun != nil { begun = now }  // nobody has read meanwhile
    return held.removeFirst()
  }

  /// The last call is answered, and others may come.
  func resume(now: Int64) {
    isWaiting = false
    if begun != nil { begun = now }
  }

  /// The open file that came along.
  func takePassed() -> FileDescriptor? {
    defer { passed = nil }
    return passed
  }

  private func take(_ bytes: [UInt8]) throws(SystemError) -> [Bytes] {
    do {
      return try framing.feed(bytes)
    } catch {
      end(with: Reply(error))
      return []
    }
  }

  /// Queues a reply and sends what can be sent; false when the client has gone or reads nothing.
  func send(_ reply: Reply) -> Bool {
    enqueue(reply.text.utf8)
    enqueue([0])
    return flush() && queue.count <= Client.queueLimit
  }

  /// Sends what can be sent; false when the client has gone.
  func flush() -> Bool {
    do throws(SystemError) {
      try flushQueue()
      return !isEnding || !queue.isEmpty
    } catch {
      return false
    }
  }

  /// Says why and takes nothing more.
  func end(with reply: Reply) {
    isEnding = true
    held = []
    _ = send(reply)  // whether it arrives or not, this is the end
  }
}
