import ScreenAPI
import Support
import System
import Varlink

/// One connection to the Varlink socket. No operation waits for the client.
package final class Client: Connection {
  /// Bytes of replies that a client may leave unread.
  static let queueLimit = 256 * 1024
  /// Nanoseconds within which a call must be complete after its first byte.
  static let callTimeout: Int64 = 1_000_000_000
  /// Nanoseconds within which a client must read its replies when its connection ends.
  private static var endTimeout: Int64 { 10_000_000_000 }

  /// Stands for the number of a connection where a call is the daemon's own. Connections count from 1.
  package static let ownCalls = 0

  package let peer: Peer
  private var framing = Framing()
  /// Complete calls that wait for the reply to the call before them, or for the next time slice.
  private var pendingCalls: [Bytes] = []
  /// Descriptors arrived with a call (SCM_RIGHTS), which is its last one. They are still in the socket's queue:
  /// this process receives none, because closing one can sleep. The worker of `Screenshot` does.
  package private(set) var hasDescriptors = false
  /// Since when the rest of an incomplete call is awaited.
  private var callBegan: Int64?
  /// Until when the connection waits for the client to read its replies, after which it closes; nil while calls are
  /// accepted.
  private var endDeadline: Int64?
  private var heldMemory = false
  /// Nothing was received from it yet, so that another process can serve it as well.
  private(set) var isNew = true
  /// The reply to its last call is not there yet; no other call is answered before.
  var isWaiting = false
  /// It has called `Monitor`, and receives the state until it disconnects.
  var isMonitor = false
  /// The last call is one-way: it has no reply.
  var isOneway = false

  init(_ descriptor: FileDescriptor, id: Int, peer: Peer) {
    self.peer = peer
    super.init(descriptor, id: id)
  }

  /// Whether its buffers are not empty, or were not when it began to end. The heap is trimmed after such clients have
  /// disconnected.
  var holdsMemory: Bool { heldMemory || !queue.isEmpty || !pendingCalls.isEmpty }
  var wantsReading: Bool { pendingCalls.isEmpty && !isWaiting && !hasDescriptors && !isEnding }
  /// Whether it has a call that may be answered now.
  var hasPendingCall: Bool { !pendingCalls.isEmpty && !isWaiting && !isEnding }
  /// Whether to close the connection once its replies are sent.
  var isDone: Bool { isEnding || hasDescriptors && pendingCalls.isEmpty && !isWaiting }
  /// No more calls are accepted; the connection closes when its replies are sent.
  var isEnding: Bool { endDeadline != nil }
  /// When an incomplete call times out, or replies that the client does not read.
  var deadline: Int64? {
    if isWaiting { return nil }
    return endDeadline ?? (wantsReading ? callBegan.map { $0 + Client.callTimeout } : nil)
  }

  /// Reads what has arrived; false when the client has disconnected.
  func receive(now: Int64) -> Bool {
    do throws(SystemError) {
      guard let (bytes, hasDescriptors) = try Socket.receiveBytes(upTo: 16384, from: descriptor) else { return true }
      if bytes.isEmpty { return false }
      isNew = false
      if hasDescriptors {
        self.hasDescriptors = true
        if framing.isInside || bytes.firstIndex(of: 0) != bytes.count - 1 {
          end(with: Reply(MessageError.malformed(reason: "a descriptor is passed with one call in one message")))
          return true
        }
      }
      let messages = try parse(bytes)
      pendingCalls += messages
      if !messages.isEmpty || !framing.isInside { callBegan = nil }  // a new call may have begun after a complete one
      if framing.isInside && callBegan == nil { callBegan = now }
      return true
    } catch {
      return false
    }
  }

  /// The next call, if there is one that may be answered now.
  func next(now: Int64) -> Bytes? {
    if isWaiting || isEnding || pendingCalls.isEmpty { return nil }
    if callBegan != nil { callBegan = now }  // we have not read from it meanwhile
    return pendingCalls.removeFirst()
  }

  /// Ends the wait for the reply to the last call.
  func resume(now: Int64) {
    isWaiting = false
    if isEnding { endDeadline = now + Client.endTimeout }
    if callBegan != nil { callBegan = now }
  }

  /// The calls that `bytes` completes. A call that is too long ends the connection.
  private func parse(_ bytes: [UInt8]) throws(SystemError) -> [Bytes] {
    do {
      return try framing.feed(bytes)
    } catch {
      end(with: Reply(error))
      return []
    }
  }

  /// Queues a reply and sends as much as possible; false when the client has disconnected. One that leaves too much
  /// unread gets a last reply after the others, which says so.
  func send(_ reply: Reply) -> Bool { send(Framing.message(reply.text)) }

  /// The same with a message that is complete.
  func send(_ message: [UInt8]) -> Bool {
    enqueue(message)
    if !flush() { return false }
    if !isEnding, queue.count > Client.queueLimit { end(with: .tooLarge(limit: Client.queueLimit)) }
    return true
  }

  /// Sends as much of the queue as possible; false when the client has disconnected, or is ending and the queue is
  /// empty.
  func flush() -> Bool {
    do throws(SystemError) {
      try flushQueue()
      return !isEnding || !queue.isEmpty
    } catch {
      return false
    }
  }

  /// Accepts no more calls, and closes when its replies are sent.
  func endAfterReplies() {
    heldMemory = holdsMemory
    if !isEnding { endDeadline = Clock.nanoseconds + Client.endTimeout }
    pendingCalls = []
  }

  /// Sends a last reply and accepts no more calls.
  func end(with reply: Reply) {
    endAfterReplies()
    _ = send(reply)  // the connection ends either way
  }
}
