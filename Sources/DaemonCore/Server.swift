import ScreenAPI
import Support
import System
import Varlink

/// The Varlink server: accepts clients, reads their calls and sends replies.
package final class Server {
  package static let clientLimit = 64
  /// Connections reserved for root and our own user.
  private static var reservedConnections: Int { 4 }

  /// Connections that are passed to a successor. The others are closed.
  private static var newConnectionLimit: Int { 32 }

  /// How a call is answered.
  package enum Answer {
    case reply(Reply)
    /// `finish` sends the reply; the client's next calls wait until then.
    case later
    /// The first of several replies; `notifyMonitors` sends the others until the client disconnects.
    case first(Reply)
  }

  private var table: ConnectionTable<Client>?
  /// Clients with calls that are not answered yet, in the order in which the calls arrived.
  private var waitingClients: [Client] = []
  /// Whether idle connections are to be closed.
  private var isClosing = false
  private let admits: (Peer) -> Bool
  private let answer: (Call, Client) -> Answer
  private let closed: (Int) -> Void
  /// End of the time slice for calls in this iteration of the event loop, after which frames come first; nil before
  /// the first call.
  private var sliceEnd: Int64?
  /// What all clients need together, so that idle ones are not visited in each frame; nil after one has changed.
  private var needs: (deadline: Int64?, hasMonitors: Bool)?
  /// Whether a client has disconnected with buffers that were not empty, since the heap was trimmed.
  private var hasFreedMemory = false
  /// When the heap was trimmed last.
  private var lastTrim: Int64 = 0
  /// Nanoseconds between trims of the heap.
  private static var trimInterval: Int64 { 1_000_000_000 }
  /// Nanoseconds of a time slice. A call is not interrupted, so a slice may end later.
  private static var sliceLength: Int64 { 1_000_000 }

  /// `admits` decides whether a client may connect, `answer` is called for each well-formed call, and `closed` with the
  /// id of a connection that has ended.
  package init(
    _ loop: EventLoop, admits: @escaping (Peer) -> Bool, answer: @escaping (Call, Client) -> Answer,
    closed: @escaping (Int) -> Void
  ) {
    self.admits = admits
    self.answer = answer
    self.closed = closed
    table = ConnectionTable(loop) { [unowned(unsafe) self] descriptor, id in
      admit(descriptor, id)
    } handle: { [unowned(unsafe) self] client, events in
      serve(client, events)
    }
  }

  /// A server that admits each client that can open the socket, and answers each call at once.
  package convenience init(_ loop: EventLoop, answer: @escaping (Call) -> Reply) {
    self.init(loop, admits: { _ in true }, answer: { call, _ in .reply(answer(call)) }, closed: { _ in })
  }

  private var clients: [Client] { table?.clients ?? [] }

  package func listen(on socket: FileDescriptor) throws(SystemError) { try table?.listen(on: socket) }

  /// Connections from which nothing was received yet, named as `Predecessor` expects them: the successor serves them.
  package var newConnections: [(name: Bytes, descriptor: FileDescriptor)] {
    clients.filter { $0.isNew && !$0.isEnding }.prefix(Server.newConnectionLimit).map { ("client", $0.descriptor) }
  }

  /// Serves the connections that the predecessor has accepted.
  package func add(_ connections: [FileDescriptor]) {
    for connection in connections {
      connection.setServed(true)
      table?.add(connection)
    }
  }

  /// The earliest timeout of an incomplete call or of the listener, or the time of the next trim of the heap; 0 while
  /// calls wait for an answer.
  package var deadline: Int64? {
    if isClosing || !waitingClients.isEmpty { return 0 }
    var earliest = EarliestDeadline()
    earliest.add(clientNeeds().deadline)
    earliest.add(table?.deadline)
    if hasFreedMemory { earliest.add(lastTrim + Server.trimInterval) }
    return earliest.time
  }

  private func clientNeeds() -> (deadline: Int64?, hasMonitors: Bool) {
    if let needs { return needs }
    var earliest = EarliestDeadline(), hasMonitors = false
    for client in clients {
      earliest.add(client.deadline)
      if client.isMonitor { hasMonitors = true }
    }
    needs = (earliest.time, hasMonitors)
    return (earliest.time, hasMonitors)
  }

  /// The process ID of a client; nil if the connection has ended.
  package func process(of id: Int) -> Int? { table?[id]?.peer.process }

  /// Answers calls for one time slice, and ends connections whose call is incomplete for too long. Called after the
  /// frames that are due.
  package func dispatch(now: Int64) {
    sliceEnd = nil
    answerPendingCalls()
    for client in waitingClients { watch(client) }
    sliceEnd = nil  // reading from clients has a slice of its own
    table?.dispatch(now: now)
    if isClosing {
      isClosing = false
      for client in clients where !client.isWaiting { update(client) }
    }
    if clientNeeds().deadline ?? .max > now { return }
    needs = nil
    for client in clients where client.deadline ?? .max <= now {
      if !client.isEnding { client.end(with: .timedOut) }
      close(client)
    }
  }

  private func admit(_ descriptor: FileDescriptor, _ id: Int) -> Client? {
    // A client that has disconnected already has no credentials.
    guard let peer = try? Peer(of: descriptor) else { return nil }
    let client = Client(descriptor, id: id, peer: peer)
    if clients.count >= Server.clientLimit - (peer.isTrusted ? 0 : Server.reservedConnections) {
      client.end(with: .tooManyClients)
      return nil
    }
    if !admits(peer) {
      client.end(with: .notPermitted)
      return nil
    }
    return client
  }

  /// Answers one call of each client in turn, so that a client with many calls does not delay the others.
  private func answerPendingCalls() {
    while !waitingClients.isEmpty {
      let now = Clock.nanoseconds
      if isSliceOver(now: now) { return }
      let client = waitingClients.removeFirst()
      guard client.hasPendingCall, let message = client.next(now: now) else { continue }  // it has disconnected
      if reply(to: message, of: client) { update(client) } else { close(client) }
    }
  }

  /// Answers the calls that were read, for at most 50 ms: a successor does not have them.
  package func answerReadCalls() {
    sliceEnd = Clock.nanoseconds + 50_000_000
    answerPendingCalls()
    sliceEnd = nil
  }

  /// Whether the rest has to wait for the next iteration of the event loop.
  private func isSliceOver(now: Int64) -> Bool {
    let end = sliceEnd ?? now + Server.sliceLength
    sliceEnd = end
    return now >= end
  }

  /// Handles events of a connection: reads what has arrived and sends what is queued. Calls are answered later, after
  /// the frames that are due.
  private func serve(_ client: Client, _ events: EventLoop.Events) {
    needs = nil
    let now = Clock.nanoseconds
    if isSliceOver(now: now) { return }
    if events.isWritable, !client.flush() { return close(client) }
    if client.isWaiting || client.isEnding, events.isClosed { return close(client) }
    if events.isReadable || events.isClosed, client.wantsReading, !client.receive(now: now) { return close(client) }
    update(client)
  }

  /// Closes a connection that is ending and has sent everything. Else updates the events that it is watched for, or
  /// has its next call answered: then `dispatch` updates them if the time slice ends before.
  private func update(_ client: Client) {
    needs = nil
    if client.isDone && !client.wantsWriting { return close(client) }
    if client.hasPendingCall {
      if !waitingClients.contains(where: { $0 === client }) { waitingClients.append(client) }
    } else {
      watch(client)
    }
  }

  private func watch(_ client: Client) { table?.want(client, reading: client.wantsReading) }

  /// Answers one message; false if the client has disconnected.
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
      if call.isOneway { return true }
      client.isMonitor = true
      return client.send(reply.continuing)
    }
  }

  /// Sends the reply to a call that was answered with `later`, unless the client has disconnected.
  package func finish(_ id: Int, with reply: Reply) {
    guard let client = table?[id] else { return }
    client.resume(now: Clock.nanoseconds)
    if !client.isOneway, !client.send(reply) { return close(client) }
    update(client)
  }

  package var hasMonitors: Bool { clientNeeds().hasMonitors }

  /// Sends the state to the clients of `Monitor`. A client that has not read the last reply is left out.
  package func notifyMonitors(_ reply: Reply) {
    needs = nil
    let message = Framing.message(reply.continuing.text)
    for client in clients where client.isMonitor && !client.wantsWriting {
      if client.send(message) {
        watch(client)
      } else {
        close(client)
      }
    }
  }

  /// Sends the last state to the clients of `Monitor`, which so know that the daemon was not killed.
  package func endMonitors(_ reply: Reply) {
    for client in clients where client.isMonitor { _ = client.send(reply) }
  }

  /// Ends the connections of clients that may not connect any more, after a change of the configuration.
  package func endRefusedClients() {
    for client in clients where !admits(client.peer) {
      client.end(with: .notPermitted)
      close(client)
    }
  }

  /// Stops listening, and ends all connections once their replies are sent.
  package func close() {
    table?.stopListening()
    for client in clients { client.endAfterReplies() }
    needs = nil
    isClosing = true
  }

  private func close(_ client: Client) {
    if table?.remove(client) != true { return }
    needs = nil
    client.endAfterReplies()
    hasFreedMemory = hasFreedMemory || client.holdsMemory
    closed(client.id)
  }

  /// Whether to trim the heap now: clients have left buffers behind, and the last trim was long enough ago. Clears the
  /// request.
  package func takeTrimRequest(now: Int64) -> Bool {
    if !hasFreedMemory || now < lastTrim + Server.trimInterval { return false }
    hasFreedMemory = false
    lastTrim = now
    return true
  }
}
