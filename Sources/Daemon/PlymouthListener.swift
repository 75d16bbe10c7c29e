import Compatibility
import System
import Support
import Varlink

/// plymouthd's address, where its clients find us instead.
final class PlymouthListener {
  static let clientLimit = 64
  /// Anybody may connect, and only root may ask: others get no more than these.
  static let strangerLimit = 16

  private unowned(unsafe) let delegate: any CompatibilityDelegate
  private var translator = PlymouthTranslator()
  private var table: ConnectionTable<PlymouthClient>?
  private var isClosed = false
  /// Whose requests are done now.
  private var served: Int?

  init(_ loop: EventLoop, _ delegate: any CompatibilityDelegate) {
    self.delegate = delegate
    table = ConnectionTable(loop) { [unowned(unsafe) self] descriptor, id in
      admit(descriptor, id)
    } handle: { [unowned(unsafe) self] client, _ in
      serve(client)
    }
  }

  private var clients: [PlymouthClient] { table?.clients ?? [] }

  func listen(on socket: FileDescriptor) throws(SystemError) { try table?.listen(on: socket) }

  var deadline: Int64? { table?.deadline }

  func dispatch(now: Int64) { table?.dispatch(now: now) }

  private func admit(_ descriptor: FileDescriptor, _ id: Int) -> PlymouthClient? {
    let client = PlymouthClient(descriptor, id: id)
    let strangers = clients.reduce(0) { $0 + ($1.isRoot ? 0 : 1) }
    let (alike, limit) =
      client.isRoot
      ? (clients.count - strangers, PlymouthListener.clientLimit) : (strangers, PlymouthListener.strangerLimit)
    return alike >= limit ? nil : client
  }

  private func serve(_ client: PlymouthClient) {
    served = client.id
    defer { served = nil }
    var isOpen = client.send()
    do throws(SystemError) {
      if let bytes = try client.descriptor.read(upTo: 4096) {
        if bytes.isEmpty { isOpen = false }
        for request in client.stream.feed(bytes) {
          for effect in translator.handle(request, from: client.id, isRoot: client.isRoot) { perform(effect) }
        }
      }
    } catch {
      isOpen = false
    }
    if !isOpen || client.stream.isBroken || isClosed || !client.send() { return close(client) }
    table?.want(client, reading: true)
  }

  private func perform(_ effect: PlymouthTranslator.Effect) {
    switch effect {
    case .call(let call): _ = delegate.perform(call)  // whether it can be done or not, the client goes on
    case .answeredCall(let call, let number): answer(delegate.perform(call), number)
    case .reply(let bytes, let number): send(bytes, number)
    case .show: delegate.showDefaultLoader()
    case .reload: delegate.reloadTheme()
    case .answerTerminal(let number): answer(delegate.isOnTerminal, number)
    }
  }

  var watchesKeys: Bool { translator.watchesKeys }

  /// Tells who waits for a character that was typed; false when nobody does.
  func keyPressed(_ character: UInt8) -> Bool {
    guard let effect = translator.keyPressed(character) else { return false }
    perform(effect)
    return true
  }

  private func answer(_ isDone: Bool, _ number: Int) {
    send(isDone ? PlymouthTranslator.acknowledged : PlymouthTranslator.refused, number)
  }

  private func send(_ bytes: [UInt8], _ number: Int) {
    guard let client = table?[number] else { return }
    if !client.send(bytes) { return close(client) }
    table?.want(client, reading: true)
  }

  private func close(_ client: PlymouthClient) {
    table?.remove(client)
    translator.connectionClosed(client.id)
  }

  /// Takes no more clients, and lets go of those that are there: for them, plymouthd has ended.
  func close() {
    table?.stopListening()
    isClosed = true
    // Who asked for it is told yet.
    for client in clients where client.id != served { close(client) }
  }
}
