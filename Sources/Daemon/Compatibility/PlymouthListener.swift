import Compatibility
import DaemonCore
import Support
import System
import Varlink

/// Listens at the address of plymouthd and serves its clients.
final class PlymouthListener {
  static let clientLimit = 64

  private unowned(unsafe) let delegate: any CompatibilityDelegate
  private var translator = PlymouthTranslator()
  private var table: ConnectionTable<PlymouthClient>?
  private var isClosed = false
  /// The client whose requests are being carried out.
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

  func listen(on socket: FileDescriptor) throws(SystemError) {
    Socket.refuseDescriptors(on: socket)
    try table?.listen(on: socket)
  }

  var deadline: Int64? { table?.deadline }

  func dispatch(now: Int64) { table?.dispatch(now: now) }

  private func admit(_ descriptor: FileDescriptor, _ id: Int) -> PlymouthClient? {
    let client = PlymouthClient(descriptor, id: id)
    if (try? Peer(of: descriptor))?.user == 0 { return clients.count >= PlymouthListener.clientLimit ? nil : client }
    // Any user can connect, and plymouthd obeys only root. The refusal is sent without reading the request.
    _ = client.send(PlymouthTranslator.refused)
    return nil
  }

  private func serve(_ client: PlymouthClient) {
    served = client.id
    defer { served = nil }
    var isOpen = client.send()
    do throws(SystemError) {
      if let bytes = try client.descriptor.read(upTo: 4096) {
        if bytes.isEmpty { isOpen = false }
        for request in client.stream.feed(bytes) {
          for effect in translator.handle(request, from: client.id) { perform(effect) }
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
    case .call(let call): _ = delegate.perform(call)  // plymouth's clients expect no error here
    case .answeredCall(let call, let number): answer(delegate.perform(call), number)
    case .reply(let bytes, let number): send(bytes, number)
    case .show: delegate.showSplash()
    case .hide: delegate.hideSplash()
    case .restoreProgress: delegate.restoreProgress()
    case .reload: delegate.reloadTheme()
    case .answerTerminal(let number): answer(delegate.isOnTerminal, number)
    }
  }

  var watchesKeys: Bool { translator.watchesKeys }

  /// Sends a character that was typed to the client that waits for it; false if there is none.
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

  /// Stops listening and closes all connections, as plymouthd does when it ends.
  func close() {
    table?.stopListening()
    isClosed = true
    // `serve` closes the client that has asked for this, after its reply.
    for client in clients where client.id != served { close(client) }
  }
}
