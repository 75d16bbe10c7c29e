import System
import ScreenAPI
import Support
import Varlink

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

  private var table: ConnectionTable<Client>?
  /// Those whose calls wait, in the order in which they came.
  private var behind: [Client] = []
  private let admits: (Peer) -> Bool
  private let answer: (Call, Client) -> Answer
  private let ended: (Int) -> Void
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
    self.admits = admits
    self.answer = answer
    self.ended = ended
    table = ConnectionTable(loop) { [unowned(unsafe) self] descriptor, id in
      admit(descriptor, id)
    } handle: { [unowned(unsafe) self] client, events in
      serve(client, events)
    }
  }

  private var clients: [Client] { table?.clients ?? [] }

  func listen(on socket: FileDescriptor) throws(SystemError) { try table?.listen(on: socket) }

  /// When the first call that was begun must have ended, or clients are taken again; a time that has passed while calls wait.
  var deadline: Int64? {
    !behind.isEmpty
      ? 0 : (clients.map { $0.deadline } + [table?.deadline]).compactMap { $0 }.min()
  }

  /// The process that has made a connection.
  func process(of id: Int) -> Int? { table?[id]?.peer.process }

  /// Answers calls, for a short time, and ends connections whose call did not. To be called in each turn, after its frames.
  func dispatch(now: Int64) {
    sliceEnd = nil
    catchUp()
    sliceEnd = nil  // those who are to be heard have as much time
    table?.dispatch(now: now)
    for client in clients where client.deadline ?? .max <= now {
      client.end(with: .timedOut)
      close(client)
    }
  }

  private func admit(_ descriptor: FileDescriptor, _ id: Int) -> Client? {
    // A client that has gone again has no credentials.
    guard let peer = try? Peer(of: descriptor) else { return nil }
    let client = Client(descriptor, id: id, peer: peer)
    if clients.count >= Server.clientLimit - (peer.isOurs ? 0 : Server.reserve) {
      client.end(with: .tooManyClients)
      return nil
    }
    if !admits(peer) {
      client.end(with: .notPermitted)
      return nil
    }
    return client
  }

  /// Answers one call of each client after the other: who sends many at once gets no more than who sends one.
  private func catchUp() {
    while !behind.isEmpty {
      let now = Clock.nanoseconds
      if isOver(now: now) { return }
      let client = behind.removeFirst()
      guard client.isBehind, let message = client.next(now: now) else { continue }  // it has gone
      if reply(to: message, of: client) { settle(client) } else { close(client) }
    }
  }

  /// Whether those who want more have to wait for the next turn.
  private func isOver(now: Int64) -> Bool {
    let end = sliceEnd ?? now + Server.slice
    sliceEnd = end
    return now >= end
  }

  /// Hears who has something to say, and sends what is left to send; a call is answered later, when no frame is due.
  private func serve(_ client: Client, _ events: EventLoop.Events) {
    let now = Clock.nanoseconds
    if isOver(now: now) { return }
    if events.isWritable, !client.flush() { return close(client) }
    if client.isWaiting, events.isClosed { return close(client) }
    if events.isReadable || events.isClosed, client.wantsReading, !client.receive(now: now) { return close(client) }
    settle(client)
  }

  /// Lets one go that has had everything; else waits for what it may do, or for its turn.
  private func settle(_ client: Client) {
    if client.isEnding && !client.wantsWriting { return close(client) }
    if client.isBehind, !behind.contains(where: { $0 === client }) { behind.append(client) }
    table?.want(client, reading: client.wantsReading)
  }

  private func reply(to message: Bytes, of client: Client) -> Bool {
    let call: Call
    do {
      call = try Call(message)
    } catch {
      client.end(with: Reply(error))
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
    guard let client = table?[id] else { return }
    client.resume(now: Clock.nanoseconds)
    if !client.isOneway, !client.send(reply) { return close(client) }
    settle(client)
  }

  var hasMonitors: Bool { clients.contains { $0.isMonitor } }

  /// Tells those who want to know; who has not read the last news yet gets the next.
  func tell(_ reply: Reply) {
    for client in clients where client.isMonitor && !client.wantsWriting {
      if client.send(reply.continuing) {
        table?.want(client, reading: client.wantsReading)
      } else {
        close(client)
      }
    }
  }

  /// Ends all connections, once their replies are out, and takes no more.
  func close() {
    table?.stopListening()
    for client in clients { client.isEnding = true }
  }

  private func close(_ client: Client) {
    if table?.remove(client) != true { return }
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
