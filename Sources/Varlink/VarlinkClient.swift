public import System
public import Support

/// A connection to a Varlink service: it frames messages, queues what cannot be sent yet, and connects again by itself.
///
/// On an event loop nothing ever waits: `send` queues a call and ``received`` has its reply. Without a loop ``call(_:passing:)`` and
/// ``stream(_:_:)`` wait for the service. Replies come in the order of the calls (varlink.org, "Method Call").
public final class VarlinkClient {
  private let path: Bytes
  private let loop: EventLoop?
  private var link: (descriptor: FileDescriptor, token: EventLoop.Token?)?
  private var framing = Framing(limit: Framing.replyLimit)
  private var queue = WriteQueue()
  /// Nanoseconds of the monotonic clock.
  private var retryAt: Int64 = 0
  private var connectedAt: Int64 = 0
  private var retryInterval = VarlinkClient.shortestRetryInterval
  /// Why the last attempt to connect failed; nil when it did not.
  public private(set) var error: SystemError?

  /// There is a new connection, on which nothing was said.
  public var connected: () -> Void = {}
  /// A reply has come; false ends the connection, as one that does not fit.
  public var received: (Reply) -> Bool = { _ in true }
  /// The connection has ended.
  public var disconnected: () -> Void = {}

  /// Nanoseconds between two attempts: each that fails, or whose connection does not last, doubles them.
  private static var shortestRetryInterval: Int64 { 250_000_000 }
  private static var longestRetryInterval: Int64 { 1_000_000_000 }
  /// Bytes that are read at once.
  private static var chunk: Int { 65536 }

  /// Connects when ``dispatch(now:)`` is called, and again whenever the connection has ended.
  public init(to path: Bytes, on loop: EventLoop) { (self.path, self.loop) = (path, loop) }

  /// Connects at once, for calls that wait: `timeout` seconds for each reply, or for ever when it is 0.
  public init(to path: Bytes, timeout: Int) throws(SystemError) {
    (self.path, loop) = (path, nil)
    link = (try Socket.connected(to: path, patience: timeout), nil)
  }

  deinit { if let token = link?.token { loop?.forget(token) } }

  public var isConnected: Bool { link != nil }

  /// When to call ``dispatch(now:)`` next; nil while there is a connection.
  public var deadline: Int64? { isConnected ? nil : retryAt }

  /// Connects where that is due.
  public func dispatch(now: Int64) {
    if isConnected || now < retryAt { return }
    retryAt = now + retryInterval
    retryInterval = min(2 * retryInterval, VarlinkClient.longestRetryInterval)
    do throws(SystemError) {
      let descriptor = try Socket.connectedAtOnce(to: path)
      link = (descriptor, try loop?.watch(descriptor) { [unowned(unsafe) self] events in handle(events) })
      connectedAt = now
      framing = Framing(limit: Framing.replyLimit)
      queue = WriteQueue()
      error = nil
    } catch {
      self.error = error
      return
    }
    connected()
  }

  /// Queues a call and sends what can be sent now.
  public func send(_ call: Call) {
    queue.add(call.text.utf8 + [0])
    flush()
  }

  private func handle(_ events: EventLoop.Events) {
    if events.isWritable { flush() }
    if events.isReadable || events.isClosed { receive() }
  }

  private func flush() {
    guard let link else { return }
    do throws(SystemError) {
      try queue.flush(to: link.descriptor)
      if let token = link.token { loop?.want(token, reading: true, writing: !queue.isEmpty) }
    } catch {
      close()
    }
  }

  private func receive() {
    guard let link else { return }
    do throws(SystemError) {
      guard let bytes = try link.descriptor.read(upTo: VarlinkClient.chunk) else { return }
      if bytes.isEmpty { return close() }
      do throws(Reply) {
        for message in try framing.take(bytes) where try !received(Reply(message)) { return close() }
      } catch {
        close()
      }
    } catch {
      close()
    }
  }

  /// Reads what comes until a time of the monotonic clock; false when nothing did, or the connection has ended.
  public func awaitReplies(until end: Int64) -> Bool {
    guard let descriptor = link?.descriptor, descriptor.awaitBytes(until: end) else { return false }
    receive()
    return isConnected
  }

  /// Ends the connection; ``dispatch(now:)`` makes another one later.
  public func close() {
    guard let token = link?.token else { return link = nil }
    loop?.forget(token)
    link = nil
    let now = Clock.nanoseconds
    // One that has lasted was good: the service was started again, and is soon there.
    if now - connectedAt >= VarlinkClient.longestRetryInterval { retryInterval = VarlinkClient.shortestRetryInterval }
    retryAt = now + retryInterval
    disconnected()
  }
}

extension VarlinkClient {
  /// Calls a method and waits for its reply, which may be an error; an open file may go along with the call (SCM_RIGHTS).
  public func call(_ call: Call, passing file: FileDescriptor? = nil) throws(SystemError) -> Reply {
    do throws(SystemError) {
      let bytes = call.text.utf8 + [0], descriptor = try descriptor
      if let file { try Socket.send(bytes, passing: file, on: descriptor) } else { try descriptor.write(bytes) }
    } catch  where error.isFarewell {
      // A service that takes no more clients has closed already, and said so: its words are read even then.
    }
    while true {
      let bytes = try nextBytes()
      if bytes.isEmpty { throw SystemError.connectionReset("read") }
      do throws(Reply) {
        if let message = try framing.take(bytes).first { return try Reply(message) }
      } catch {
        return error
      }
    }
  }

  /// Calls a method that answers again and again, until the service ends; `take` has each reply. Returns the error that ended it.
  public func stream(_ call: Call, _ take: (Reply) -> Void) throws(SystemError) -> Reply? {
    do throws(SystemError) {
      try descriptor.write(call.text.utf8 + [0])
      while case let bytes = try nextBytes(), !bytes.isEmpty {
        do throws(Reply) {
          for message in try framing.take(bytes) {
            let reply = try Reply(message)
            if reply.error != nil { return reply }
            take(reply)
          }
        } catch {
          return error
        }
      }
    } catch  where error.isFarewell {
    }
    return nil
  }

  private var descriptor: FileDescriptor {
    get throws(SystemError) {
      guard let descriptor = link?.descriptor else { throw SystemError.connectionReset("write") }
      return descriptor
    }
  }

  /// None at the end.
  private func nextBytes() throws(SystemError) -> [UInt8] {
    guard let bytes = try descriptor.read(upTo: VarlinkClient.chunk) else { throw SystemError.timedOut("read") }
    return bytes
  }
}
