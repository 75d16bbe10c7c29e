import Support
import System

/// One accepted connection and its queue of bytes to write. No operation waits for the other end.
open class Connection {
  package let descriptor: FileDescriptor
  /// Above 0, and unique in its table.
  package let id: Int
  /// Its token in the event loop; nil before it is watched, and after it was removed.
  fileprivate(set) var token: EventLoop.Token?
  package private(set) var queue = WriteQueue()

  package init(_ descriptor: FileDescriptor, id: Int) {
    self.descriptor = descriptor
    self.id = id
  }

  package var wantsWriting: Bool { !queue.isEmpty }

  package func enqueue(_ bytes: [UInt8]) { queue.add(bytes) }

  /// Sends as much of the queue as possible. Throws if the other end has disconnected.
  package func flushQueue() throws(SystemError) { try queue.flush(to: descriptor) }

  /// Discards what was not sent.
  package func dropQueue() { queue = WriteQueue() }
}

/// The connections of listening sockets: accepted, watched and removed in one place.
package final class ConnectionTable<Client: Connection> {
  private let loop: EventLoop
  private let admit: (FileDescriptor, Int) -> Client?
  private let handle: (Client, EventLoop.Events) -> Void
  private var listener: Listener?
  private var lastID = 0
  package private(set) var clients: [Client] = []

  /// `admit` makes a client of a connection and its id, or refuses it with nil; `handle` is called for each event.
  package init(
    _ loop: EventLoop, admit: @escaping (FileDescriptor, Int) -> Client?,
    handle: @escaping (Client, EventLoop.Events) -> Void
  ) {
    self.loop = loop
    self.admit = admit
    self.handle = handle
    listener = Listener(loop) { [unowned(unsafe) self] descriptor in add(descriptor) }
  }

  package func listen(on socket: FileDescriptor) throws(SystemError) { try listener?.listen(on: socket) }

  /// Accepts no more connections; the existing ones stay.
  package func stopListening() { listener?.close() }

  /// When connections are accepted again, after the process ran out of file descriptors.
  package var deadline: Int64? { listener?.deadline }

  package func dispatch(now: Int64) { listener?.dispatch(now: now) }

  package subscript(id: Int) -> Client? { clients.first { $0.id == id } }

  /// Admits and watches an accepted connection.
  package func add(_ descriptor: FileDescriptor) {
    lastID += 1
    guard let client = admit(descriptor, lastID) else { return }
    client.token = try? loop.watch(descriptor) { [unowned(unsafe) self] events in handle(client, events) }
    if client.token != nil { clients.append(client) }
  }

  /// Sets the events that a client is watched for: `reading`, and writing if its queue is not empty.
  package func want(_ client: Client, reading: Bool) {
    if let token = client.token { loop.want(token, reading: reading, writing: client.wantsWriting) }
  }

  /// Closes a connection; false if it was closed before.
  @discardableResult
  package func remove(_ client: Client) -> Bool {
    guard let token = client.token else { return false }
    loop.forget(token)
    client.token = nil
    clients.removeAll { $0 === client }
    return true
  }
}
