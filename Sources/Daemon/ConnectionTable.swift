import System

/// One accepted connection, and what is still to be written to it. Nothing waits for the other end.
class Connection {
  let descriptor: FileDescriptor
  /// Above 0, and never used again.
  let id: Int
  /// Names it in the loop; nil before it is watched, and after it was removed.
  fileprivate(set) var token: EventLoop.Token?
  private(set) var queue = WriteQueue()

  init(_ descriptor: FileDescriptor, id: Int) {
    self.descriptor = descriptor
    self.id = id
  }

  var wantsWriting: Bool { !queue.isEmpty }

  func enqueue(_ bytes: [UInt8]) { queue.add(bytes) }

  /// Sends what can be sent now. Throws when the other end has gone.
  func flushQueue() throws(SystemError) { try queue.flush(to: descriptor) }

  /// Forgets what was not sent.
  func dropQueue() { queue = WriteQueue() }
}

/// The connections of listening sockets: accepted, watched and removed in one place.
final class ConnectionTable<Client: Connection> {
  private let loop: EventLoop
  private let admit: (FileDescriptor, Int) -> Client?
  private let handle: (Client, EventLoop.Events) -> Void
  private var listener: Listener?
  private var lastID = 0
  private(set) var clients: [Client] = []

  /// `admit` makes a client of a connection and its id, or refuses it with nil; `handle` is called for what happens to one.
  init(
    _ loop: EventLoop, admit: @escaping (FileDescriptor, Int) -> Client?,
    handle: @escaping (Client, EventLoop.Events) -> Void
  ) {
    self.loop = loop
    self.admit = admit
    self.handle = handle
    listener = Listener(loop) { [unowned(unsafe) self] descriptor in add(descriptor) }
  }

  func listen(on socket: FileDescriptor) throws(SystemError) { try listener?.listen(on: socket) }

  /// Takes no more connections; those that are there stay.
  func stopListening() { listener?.close() }

  /// When connections are taken again after the process had no descriptor left.
  var deadline: Int64? { listener?.deadline }

  func dispatch(now: Int64) { listener?.dispatch(now: now) }

  subscript(id: Int) -> Client? { clients.first { $0.id == id } }

  private func add(_ descriptor: FileDescriptor) {
    lastID += 1
    guard let client = admit(descriptor, lastID) else { return }
    client.token = try? loop.watch(descriptor) { [unowned(unsafe) self] events in handle(client, events) }
    if client.token != nil { clients.append(client) }
  }

  /// Which events of a client are handled; that it can be written to, where something waits for that.
  func want(_ client: Client, reading: Bool) {
    if let token = client.token { loop.want(token, reading: reading, writing: client.wantsWriting) }
  }

  /// Ends a connection; false when that was done before.
  @discardableResult
  func remove(_ client: Client) -> Bool {
    guard let token = client.token else { return false }
    loop.forget(token)
    client.token = nil
    clients.removeAll { $0 === client }
    return true
  }
}
