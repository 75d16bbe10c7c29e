public import Support
public import System

/// A client connection to a Varlink service. It frames messages, queues calls, and reconnects.
///
/// With an event loop nothing blocks: ``send(_:)`` queues a call, and its reply is passed to ``received``. Without a
/// loop ``call(_:passing:)`` and ``stream(_:whileRead:_:)`` block until the service replies. Replies come in the order
/// of the calls (varlink.org, "Method Call").
public final class VarlinkClient {
  private let path: Bytes
  private let loop: EventLoop?
  private var connection: (descriptor: FileDescriptor, token: EventLoop.Token?)?
  private var framing = Framing(limit: Framing.replyLimit)
  private var queue = WriteQueue()
  /// When to connect (CLOCK_MONOTONIC, ns).
  private var retryAt: Int64 = 0
  /// When the current connection was made (CLOCK_MONOTONIC, ns).
  private var connectedAt: Int64 = 0
  /// Delay before the next attempt in nanoseconds. An attempt that fails, or a connection shorter than the maximum,
  /// doubles it.
  private var backoff = Backoff(from: 250_000_000, to: VarlinkClient.maximumRetryInterval)
  /// Why the last attempt to connect failed; nil if it did not.
  public private(set) var error: SystemError?

  /// Whether to connect now. A connection may start the service, which is not always wanted.
  public var mayConnect: () -> Bool = { true }
  /// Called after a connection was made, before any call is sent on it.
  public var connected: () -> Void = {}
  /// Called for each reply. Returning false closes the connection.
  public var received: (Reply) -> Bool = { _ in true }
  /// Called after the connection has ended.
  public var disconnected: () -> Void = {}

  private static var maximumRetryInterval: Int64 { 1_000_000_000 }
  /// The maximum number of bytes per read.
  private static var readSize: Int { 65536 }

  /// A client that connects when ``dispatch(now:)`` is called, and reconnects when the connection has ended.
  public init(to path: Bytes, on loop: EventLoop) {
    self.path = path
    self.loop = loop
  }

  /// Connects at once, for blocking calls. `timeout` is the time for each reply in seconds; 0 is no limit. Throws the
  /// errno of connect(2).
  public init(to path: Bytes, timeout: Int) throws(SystemError) {
    self.path = path
    loop = nil
    connection = (try Socket.connected(to: path, timeout: timeout), nil)
  }

  deinit { if let token = connection?.token { loop?.forget(token) } }

  /// Whether there is a connection.
  public var isConnected: Bool { connection != nil }

  /// When to call ``dispatch(now:)`` next (CLOCK_MONOTONIC, ns); nil while there is a connection.
  public var deadline: Int64? { isConnected ? nil : retryAt }

  /// Connects if ``deadline`` has passed. `now` is CLOCK_MONOTONIC in nanoseconds.
  public func dispatch(now: Int64) {
    if isConnected || now < retryAt { return }
    retryAt = now + backoff.delay
    backoff.lengthen()
    if !mayConnect() { return }
    do throws(SystemError) {
      let descriptor = try Socket.connectedAtOnce(to: path)
      connection = (descriptor, try loop?.watch(descriptor) { [unowned(unsafe) self] events in handle(events) })
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

  /// Queues a call and sends as much of the queue as possible without blocking.
  public func send(_ call: Call) {
    queue.add(Framing.message(call.text))
    flush()
  }

  private func handle(_ events: EventLoop.Events) {
    if events.isWritable { flush() }
    if events.isReadable || events.isClosed { receive() }
  }

  private func flush() {
    guard let connection else { return }
    do throws(SystemError) {
      try queue.flush(to: connection.descriptor)
      if let token = connection.token { loop?.want(token, reading: true, writing: !queue.isEmpty) }
    } catch  where error.isDisconnection {
      receive()  // a service that refuses us has sent an error and closed the connection
    } catch {
      close()
    }
  }

  private func receive() {
    guard let connection else { return }
    do throws(SystemError) {
      guard let bytes = try connection.descriptor.read(upTo: VarlinkClient.readSize) else { return }
      if bytes.isEmpty { return close() }
      do throws(MessageError) {
        for message in try framing.feed(bytes) where try !received(Reply(message)) { return close() }
      } catch {
        close()
      }
    } catch {
      close()
    }
  }

  /// Waits for bytes until `end` (CLOCK_MONOTONIC, ns), and handles them as the event loop would. Returns false if none
  /// came, or if the connection has ended.
  public func awaitReplies(until end: Int64) -> Bool {
    guard let descriptor = connection?.descriptor, descriptor.awaitBytes(until: end) else { return false }
    receive()
    return isConnected
  }

  /// Ends the connection. With an event loop, ``dispatch(now:)`` reconnects later.
  public func close() {
    guard let token = connection?.token else { return connection = nil }
    loop?.forget(token)
    connection = nil
    let now = Clock.nanoseconds
    // After a long connection the service is probably being restarted, and will be available soon.
    if now - connectedAt >= VarlinkClient.maximumRetryInterval { backoff.reset() }
    retryAt = now + backoff.delay
    disconnected()
  }
}

extension VarlinkClient {
  /// Calls a method and waits for its reply, which may be an error. `file` is passed along with the call (SCM_RIGHTS).
  ///
  /// Throws the errno of the socket: `timedOut` without a reply in time, `connectionReset` after the end of the
  /// connection, `protocolError` after bytes that are not a reply.
  public func call(_ call: Call, passing file: FileDescriptor? = nil) throws(SystemError) -> Reply {
    do throws(SystemError) {
      let bytes = Framing.message(call.text), descriptor = try descriptor
      if let file { try Socket.send(bytes, passing: file, on: descriptor) } else { try descriptor.write(bytes) }
    } catch  where error.isDisconnection {
      // A service with too many clients has sent an error and closed the connection. The error can still be read.
    }
    while true {
      let bytes = try nextBytes()
      if bytes.isEmpty { throw SystemError.connectionReset("read") }
      do throws(MessageError) {
        if let message = try framing.feed(bytes).first { return try Reply(message) }
      } catch {
        throw SystemError.protocolError("read")
      }
    }
  }

  /// Calls a method with several replies, and passes each to `handler` until that returns false or the service closes
  /// the connection, or until nobody reads `output`, where they go. Returns the error that ended the replies; nil if
  /// there was none.
  ///
  /// Throws as ``call(_:passing:)`` does; `connectionReset` if the connection ends before the last reply, which does
  /// not announce another one.
  public func stream(
    _ call: Call, whileRead output: FileDescriptor, _ handler: (Reply) -> Bool
  ) throws(SystemError) -> Reply? {
    do throws(SystemError) {
      try descriptor.write(Framing.message(call.text))
    } catch  where error.isDisconnection {
      // A service that refuses us has sent an error, as in `call`.
    }
    while try descriptor.awaitBytes(whileRead: output) {
      let bytes = try nextBytes()
      if bytes.isEmpty { throw SystemError.connectionReset("read") }
      do throws(MessageError) {
        for message in try framing.feed(bytes) {
          let reply = try Reply(message)
          if reply.error != nil { return reply }
          if !handler(reply) || !reply.continues { return nil }
        }
      } catch {
        throw SystemError.protocolError("read")
      }
    }
    return nil
  }

  private var descriptor: FileDescriptor {
    get throws(SystemError) {
      guard let descriptor = connection?.descriptor else { throw SystemError.connectionReset("write") }
      return descriptor
    }
  }

  /// The next bytes of the connection; empty at its end.
  private func nextBytes() throws(SystemError) -> [UInt8] {
    guard let bytes = try descriptor.read(upTo: VarlinkClient.readSize) else { throw SystemError.timedOut("read") }
    return bytes
  }
}
