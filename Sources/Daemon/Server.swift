import Linux
import Notation
import Protocol

/// The Varlink socket: takes clients, cuts calls out of their bytes and sends replies.
final class Server {
  static let clientLimit = 64
  /// Of these, so many that strangers get none of: they cannot lock us out.
  private static var reserve: Int { 4 }

  /// What becomes of a call.
  enum Answer {
    case reply(Reply)
    /// `finish` sends the reply; until then the client's next calls wait.
    case later
    /// The first of several, while the client stays.
    case first(Reply)
  }

  private let loop: EventLoop
  private var clients: [(client: Client, token: EventLoop.Token)] = []
  /// Those whose calls wait, in the order in which they came.
  private var behind: [(client: Client, token: EventLoop.Token)] = []
  private let admits: (Peer) -> Bool
  private let answer: (Call, Client) -> Answer
  private let ended: (Int) -> Void
  private var listener: Listener?
  private var lastID = 0
  /// When calls have had their time, until displays and frames have had theirs; nil when none was answered since.
  private var sliceEnd: Int64?
  private var hadMuch = false
  /// Nanoseconds of a slice. A call is never cut short, so that one may end later.
  private static var slice: Int64 { 1_000_000 }

  /// `answer` is called for each well-formed call of a client that `admits` lets in, `ended` when one has gone.
  init(
    _ loop: EventLoop, admits: @escaping (Peer) -> Bool, answer: @escaping (Call, Client) -> Answer,
    ended: @escaping (Int) -> Void
  ) {
    (self.loop, self.admits, self.answer, self.ended) = (loop, admits, answer, ended)
    listener = Listener(loop) { [unowned(unsafe) self] descriptor in take(descriptor) }
  }

  func listen(on socket: FileDescriptor) throws(SystemError) { try listener?.listen(on: socket) }

  /// When the first call that was begun must have ended, or clients are taken again; a time that has passed while calls wait.
  var deadline: Int64? {
    !behind.isEmpty
      ? 0 : (clients.map { $0.client.deadline } + [listener?.deadline]).compactMap { $0 }.min()
  }

  /// The process that has made a connection.
  func process(of id: Int) -> Int? { clients.first { $0.client.id == id }?.client.peer.process }

  /// Answers calls, for a short time, and ends connections whose call did not. To be called in each turn, after its frames.
  func turn(now: Int64) {
    sliceEnd = nil
    catchUp()
    sliceEnd = nil  // those who are to be heard have as much time
    listener?.turn(now: now)
    for (client, token) in clients where client.deadline ?? .max <= now {
      client.end(with: .timedOut)
      close(token)
    }
  }

  private func take(_ descriptor: FileDescriptor) {
    lastID += 1
    // Who has gone again tells nothing of itself.
    guard let client = try? Client(descriptor, id: lastID) else { return }
    if clients.count >= Server.clientLimit - (client.peer.isOurs ? 0 : Server.reserve) {
      return client.end(with: .tooManyClients)
    }
    if !admits(client.peer) { return client.end(with: .notPermitted) }
    var token: EventLoop.Token?
    token = try? loop.watch(descriptor) { [unowned(unsafe) self] events in
      if let token { serve(client, token, events) }
    }
    if let token { clients.append((client, token)) }
  }

  /// Answers one call of each client after the other: who sends many at once gets no more than who sends one.
  private func catchUp() {
    while !behind.isEmpty {
      let now = Clock.nanoseconds
      if isOver(now: now) { return }
      let (client, token) = behind.removeFirst()
      guard client.isBehind, let message = client.next(now: now) else { continue }  // it has gone
      if reply(to: message, of: client) { settle(client, token) } else { close(token) }
    }
  }

  /// Whether those who want more have to wait for the next turn.
  private func isOver(now: Int64) -> Bool {
    let end = sliceEnd ?? now + Server.slice
    sliceEnd = end
    return now >= end
  }

  /// Hears who has something to say, and sends what is left to send; a call is answered later, when no frame is due.
  private func serve(_ client: Client, _ token: EventLoop.Token, _ events: EventLoop.Events) {
    let now = Clock.nanoseconds
    if isOver(now: now) { return }
    if events.isWritable, !client.flush() { return close(token) }
    if client.isWaiting, events.isClosed { return close(token) }
    if events.isReadable || events.isClosed, client.wantsReading, !client.receive(now: now) { return close(token) }
    settle(client, token)
  }

  /// Lets one go that has had everything; else waits for what it may do, or for its turn.
  private func settle(_ client: Client, _ token: EventLoop.Token) {
    if client.isEnding && !client.wantsWriting { return close(token) }
    if client.isBehind, !behind.contains(where: { $0.token == token }) { behind.append((client, token)) }
    loop.want(token, reading: client.wantsReading, writing: client.wantsWriting)
  }

  private func reply(to message: Bytes, of client: Client) -> Bool {
    let call: Call
    do {
      call = try Call(message)
    } catch {
      client.end(with: error)
      return true
    }
    client.isOneway = call.isOneway
    switch answer(call, client) {
    case .reply(let reply): return call.isOneway || client.send(reply)
    case .later:
      client.isWaiting = true
      return true
    case .first(let reply):
      client.isMonitor = true
      return client.send(reply.continuing)
    }
  }

  /// Sends the reply to a call that was answered with `later`; a client that has gone meanwhile gets none.
  func finish(_ id: Int, with reply: Reply) {
    guard let (client, token) = clients.first(where: { $0.client.id == id }) else { return }
    client.resume(now: Clock.nanoseconds)
    if !client.isOneway, !client.send(reply) { return close(token) }
    settle(client, token)
  }

  var hasMonitors: Bool { clients.contains { $0.client.isMonitor } }

  /// Tells those who want to know; who has not read the last news yet gets the next.
  func tell(_ reply: Reply) {
    for (client, token) in clients where client.isMonitor && !client.wantsWriting {
      if client.send(reply.continuing) {
        loop.want(token, reading: client.wantsReading, writing: client.wantsWriting)
      } else {
        close(token)
      }
    }
  }

  /// Ends all connections, once their replies are out, and takes no more.
  func close() {
    listener?.close()
    for (client, _) in clients { client.isEnding = true }
  }

  private func close(_ token: EventLoop.Token) {
    loop.forget(token)
    guard let index = clients.firstIndex(where: { $0.token == token }) else { return }
    let client = clients.remove(at: index).client
    client.isEnding = true
    hadMuch = hadMuch || client.owesMuch
    ended(client.id)
  }

  /// Whether much memory has become free since it was asked last.
  func takeRelief() -> Bool {
    defer { hadMuch = false }
    return hadMuch
  }
}
