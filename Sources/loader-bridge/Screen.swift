import Bridge
import Linux
import Notation
import Protocol

/// The connection to loaderd, made again about once a second while there is none.
final class Screen {
  /// Calls that may be without an answer.
  private static var limit: Int { 4 }
  private static var pause: Int64 { 1_000_000_000 }

  private let loop: EventLoop
  private let path: Bytes
  private let isDry: Bool
  private var link: (descriptor: FileDescriptor, token: EventLoop.Token)?
  private var framing = Framing()
  private var unsent = Outbox()
  /// The methods that were called and not answered, in order.
  private var awaited: [Bytes] = []
  /// Methods that this loaderd does not have.
  private var missing: [Bytes] = []
  private var retry: Int64 = 0

  /// Another loaderd is there, which knows nothing.
  var connected: () -> Void = {}
  /// A method's reply has come, or none will.
  var answered: (Bytes, Reply) -> Void = { _, _ in }

  init(_ loop: EventLoop, _ options: Options) { (self.loop, path, isDry) = (loop, options.socket, options.isDry) }

  /// Whether a call can be made now.
  var isReady: Bool { isDry || link != nil && awaited.count < Screen.limit }
  var deadline: Int64? { isDry || link != nil ? nil : retry }

  func tend(_ now: Int64) {
    if isDry || link != nil || now < retry { return }
    retry = now + Screen.pause
    // Absent, or not for us yet: it may come, and its group may be given.
    guard let descriptor = try? Socket.connectedAtOnce(to: path) else { return }
    let token = try? loop.watch(descriptor) { [unowned(unsafe) self] events in serve(events) }
    guard let token else { return }
    (link, framing, unsent, awaited, missing) = ((descriptor, token), Framing(), Outbox(), [], [])
    connected()
  }

  func send(_ call: Call) {
    if isDry { Standard.output(call.text + "\n") }
    if isDry || missing.contains(call.method) { return answered(call.method, Reply()) }
    awaited.append(call.method)
    unsent.add(call.text.utf8 + [0])
    flush()
  }

  private func flush() {
    guard let link else { return }
    do throws(SystemError) {
      try unsent.flush(to: link.descriptor)
    } catch {
      return lose()
    }
    loop.want(link.token, reading: true, writing: !unsent.isEmpty)
  }

  private func serve(_ events: EventLoop.Events) {
    if events.isWritable { flush() }
    guard let link, events.isReadable || events.isClosed else { return }
    // Nil is both a farewell and a failure, after which nothing comes.
    guard let bytes = try? link.descriptor.read(upTo: 16384) else { return events.isClosed ? lose() : () }
    guard !bytes.isEmpty, let messages = try? framing.take(bytes) else { return lose() }
    for message in messages {
      guard !awaited.isEmpty, let reply = try? Reply(message) else { return lose() }
      take(reply, to: awaited.removeFirst())
    }
  }

  private func take(_ reply: Reply, to method: Bytes) {
    answered(method, reply)
    if reply.error == nil { return }
    if reply.error == "org.varlink.service.MethodNotFound" { missing.append(method) }
    Standard.error("loader-bridge: \(method): \(reply.sentence)")
  }

  private func lose() {
    if let link { loop.forget(link.token) }
    link = nil
  }
}
