import Linux
import Notation
import Protocol

/// The Varlink socket: takes clients, cuts calls out of their bytes and sends replies.
final class Server {
  static let clientLimit = 64

  private let loop: EventLoop
  private var clients: [(client: Client, token: EventLoop.Token)] = []
  private let answer: (Call) -> Reply
  private var sockets: [EventLoop.Token] = []
  /// Sockets that nobody is taken from for now, and until when.
  private var waiting: [FileDescriptor] = []
  private var retry: Int64?
  /// Nanoseconds before clients are taken again.
  private static var pause: Int64 { 200_000_000 }

  /// `answer` is called for each well-formed call.
  init(_ loop: EventLoop, answer: @escaping (Call) -> Reply) { (self.loop, self.answer) = (loop, answer) }

  func listen(on socket: FileDescriptor) throws(SystemError) {
    var token: EventLoop.Token?
    token = try loop.watch(socket) { [unowned(unsafe) self] _ in
      if accept(from: socket) { return }
      // No descriptor is left (EMFILE): whoever waits is taken a little later, when somebody may have gone.
      if let token { loop.forget(token) }
      waiting.append(socket)
      retry = Clock.nanoseconds + Server.pause
    }
    if let token { sockets.append(token) }
  }

  /// When the first call that was begun must have ended, or clients are taken again.
  var deadline: Int64? { (clients.map { $0.client.deadline } + [retry]).compactMap { $0 }.min() }

  /// Ends connections whose call did not.
  func expire(now: Int64) {
    if let retry, retry <= now {
      let sockets = waiting
      (self.retry, waiting) = (nil, [])
      for socket in sockets { try? listen(on: socket) }  // what was watched before can be watched again
    }
    for (client, token) in clients where client.deadline ?? .max <= now {
      client.end(with: .timedOut)
      close(token)
    }
  }

  /// Takes those who wait; false when the process can have no more.
  private func accept(from socket: FileDescriptor) -> Bool {
    // A few at a time: frames come between.
    for _ in 0..<8 {
      let descriptor: FileDescriptor
      do throws(SystemError) {
        guard let next = try Socket.accepted(from: socket) else { return true }
        descriptor = next
      } catch {
        return false
      }
      let client = Client(descriptor)
      if clients.count == Server.clientLimit {
        client.end(with: .tooManyClients)
        continue
      }
      do throws(SystemError) {
        var token: EventLoop.Token?
        token = try loop.watch(descriptor) { [unowned(unsafe) self] events in
          if let token { serve(client, token, events) }
        }
        if let token { clients.append((client, token)) }
      } catch {
        continue
      }
    }
    return true
  }

  private func serve(_ client: Client, _ token: EventLoop.Token, _ events: EventLoop.Events) {
    if events.isWritable, !client.flush() { return close(token) }
    if events.isReadable || events.isClosed {
      guard let messages = client.calls(now: Clock.nanoseconds) else { return close(token) }
      for message in messages where !client.isEnding {
        if !reply(to: message, of: client) { return close(token) }
      }
    }
    if client.isEnding && !client.wantsWriting { return close(token) }
    loop.wantWriting(token, client.wantsWriting)
  }

  private func reply(to message: Bytes, of client: Client) -> Bool {
    let call: Call
    do {
      call = try Call(message)
    } catch {
      client.end(with: error)
      return true
    }
    let reply = answer(call)
    return call.isOneway || client.send(reply)
  }

  /// Ends all connections, once their replies are out, and takes no more.
  func close() {
    for token in sockets { loop.forget(token) }
    (sockets, waiting, retry) = ([], [], nil)
    for (client, _) in clients { client.isEnding = true }
  }

  private func close(_ token: EventLoop.Token) {
    loop.forget(token)
    clients.removeAll { $0.token == token }
  }
}
