import LoaderBridge
import ScreenAPI
import Support
import System
import Varlink

/// The connection to loaderd: sends calls, and matches replies with them in order.
final class LoaderdClient {
  /// Calls that may be outstanding: a daemon that does not answer gets no more.
  private static var limit: Int { 4 }

  private let client: VarlinkClient
  /// Whether calls are printed instead of sent.
  private let isDryRun: Bool
  /// The calls without a reply, in order.
  private var outstanding: [Call] = []
  /// Methods that this loaderd or loaderd-minimal does not have; they are not called again.
  private var missing: [Bytes] = []

  /// Called after a connection to a loaderd that has no state of ours, with the calls that the one before has not
  /// answered.
  var connected: ([Call]) -> Void = { _ in }
  /// Whether a connection may start a loaderd that has ended on request.
  var mayStartLoaderd: () -> Bool = { false }
  /// Called with each method's reply. A method that is not sent has an empty one.
  var answered: (Bytes, Reply) -> Void = { _, _ in }

  init(_ loop: EventLoop, _ options: Options) {
    isDryRun = options.isDryRun
    client = VarlinkClient(to: options.socket, on: loop)
    client.connected = { [unowned(unsafe) self] in
      let unanswered = outstanding
      outstanding = []
      missing = []
      connected(unanswered)
    }
    // A loaderd that has ended at the end of the boot is started again only to show an update.
    let endMarker = SocketCompanion.ended.path(beside: options.socket)
    client.mayConnect = { [unowned(unsafe) self] in !File.exists(endMarker) || mayStartLoaderd() }
    client.received = { [unowned(unsafe) self] in handle($0) }
  }

  /// Whether loaderd runs. Printing needs none.
  var isConnected: Bool { isDryRun || client.isConnected }
  /// Whether a call can be sent now.
  var isReady: Bool { isDryRun || client.isConnected && outstanding.count < LoaderdClient.limit }
  /// When to call ``dispatch(now:)`` next, in nanoseconds; nil for not before another event.
  var deadline: Int64? { isDryRun ? nil : client.deadline }

  /// Connects if an attempt is due. It may fail for long: loaderd may not run yet, or its socket may not be ours to
  /// open.
  func dispatch(now: Int64) {
    if !isDryRun { client.dispatch(now: now) }
  }

  /// Sends or prints a call.
  func send(_ call: Call) {
    if isDryRun { StandardStreams.output(call.text + "\n") }
    if isDryRun || missing.contains(call.method) { return answered(call.method, Reply()) }
    outstanding.append(call)
    client.send(call)
  }

  /// Returns false for a reply without a call: the connection is closed then.
  private func handle(_ reply: Reply) -> Bool {
    // An error of the connection, which may come before any call is read; then they are all sent again.
    if outstanding.isEmpty || reply.error == Reply.tooManyClients.error { return false }
    let method = outstanding.removeFirst().method
    answered(method, reply)
    if reply.error == nil { return true }
    if missing.contains(method) { return true }  // it was sent before the answer to the first call
    let isMissing = ["org.varlink.service.MethodNotFound", "org.varlink.service.MethodNotImplemented"]
      .contains { reply.error == $0 }
    if isMissing { missing.append(method) }
    StandardStreams.error("loader-bridge: \(method): \(reply.sentence)")
    return true
  }
}
