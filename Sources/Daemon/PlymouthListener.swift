import Doors
import Linux
import Notation
import Protocol

/// plymouthd's address, where its clients find us instead.
final class PlymouthListener {
  static let clientLimit = 64
  /// Anybody may connect, and only root may ask: others get no more than these.
  static let strangerLimit = 16

  private let loop: EventLoop
  private unowned(unsafe) let stage: any Stage
  private var door = PlymouthDoor()
  private var listener: Listener?
  private var clients: [(client: PlymouthClient, token: EventLoop.Token)] = []
  private var count = 0
  private var isClosed = false
  /// Whose requests are done now.
  private var served: Int?

  init(_ loop: EventLoop, _ stage: any Stage) {
    (self.loop, self.stage) = (loop, stage)
    listener = Listener(loop) { [unowned(unsafe) self] descriptor in take(descriptor) }
  }

  func listen(on socket: FileDescriptor) throws(SystemError) { try listener?.listen(on: socket) }

  var deadline: Int64? { listener?.deadline }

  func turn(now: Int64) { listener?.turn(now: now) }

  private func take(_ descriptor: FileDescriptor) {
    count += 1
    let client = PlymouthClient(descriptor, number: count)
    let strangers = clients.reduce(0) { $0 + ($1.client.isRoot ? 0 : 1) }
    let (alike, limit) =
      client.isRoot
      ? (clients.count - strangers, PlymouthListener.clientLimit) : (strangers, PlymouthListener.strangerLimit)
    if alike >= limit { return }
    var token: EventLoop.Token?
    token = try? loop.watch(descriptor) { [unowned(unsafe) self] _ in
      if let token { serve(client, token) }
    }
    if let token { clients.append((client, token)) }
  }

  private func serve(_ client: PlymouthClient, _ token: EventLoop.Token) {
    served = client.number
    defer { served = nil }
    var isOpen = client.send()
    do throws(SystemError) {
      if let bytes = try client.descriptor.read(upTo: 4096) {
        if bytes.isEmpty { isOpen = false }
        for request in client.stream.take(bytes) {
          for effect in door.take(request, from: client.number, isRoot: client.isRoot) { perform(effect) }
        }
      }
    } catch {
      isOpen = false
    }
    if !isOpen || client.stream.isBroken || isClosed || !client.send() { return close(client, token) }
    loop.want(token, reading: true, writing: client.wantsWriting)
  }

  private func perform(_ effect: PlymouthDoor.Effect) {
    switch effect {
    case .call(let call): _ = stage.perform(call)  // whether it can be done or not, the client goes on
    case .answeredCall(let call, let number): answer(stage.perform(call), number)
    case .reply(let bytes, let number): send(bytes, number)
    case .show: stage.showAgain()
    case .reload: stage.reloadTheme()
    case .answerTerminal(let number): answer(stage.isOnTerminal, number)
    }
  }

  var watchesKeys: Bool { door.watchesKeys }

  /// Tells who waits for a character that was typed; false when nobody does.
  func press(_ character: UInt8) -> Bool {
    guard let effect = door.press(character) else { return false }
    perform(effect)
    return true
  }

  private func answer(_ isDone: Bool, _ number: Int) {
    send(isDone ? PlymouthDoor.acknowledged : PlymouthDoor.refused, number)
  }

  private func send(_ bytes: [UInt8], _ number: Int) {
    guard let (client, token) = clients.first(where: { $0.client.number == number }) else { return }
    if !client.send(bytes) { return close(client, token) }
    loop.want(token, reading: true, writing: client.wantsWriting)
  }

  private func close(_ client: PlymouthClient, _ token: EventLoop.Token) {
    loop.forget(token)
    clients.removeAll { $0.token == token }
    door.hangUp(client.number)
  }

  /// Takes no more clients, and lets go of those that are there: for them, plymouthd has ended.
  func close() {
    listener?.close()
    isClosed = true
    // Who asked for it is told yet.
    for (client, token) in clients where client.number != served { close(client, token) }
  }
}
