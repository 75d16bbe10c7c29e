import LoaderBridge
import System
import ScreenAPI
import Support
import Varlink

/// The calls that the bridge makes to loaderd, and their replies.
final class LoaderdClient {
  /// Calls that may be without a reply.
  private static var limit: Int { 4 }

  private let client: VarlinkClient
  /// Calls are printed, not made.
  private let isDry: Bool
  /// The methods that were called and not answered, in order.
  private var awaited: [Bytes] = []
  /// Methods that this loaderd does not have.
  private var missing: [Bytes] = []

  /// There is another loaderd, which knows nothing.
  var connected: () -> Void = {}
  /// A method's reply has come, or none will.
  var answered: (Bytes, Reply) -> Void = { _, _ in }

  init(_ loop: EventLoop, _ options: Options) {
    isDry = options.isDry
    client = VarlinkClient(to: options.socket, on: loop)
    client.connected = { [unowned(unsafe) self] in
      awaited = []
      missing = []
      connected()
    }
    client.received = { [unowned(unsafe) self] in handle($0) }
  }

  /// Whether a call can be made now.
  var isReady: Bool { isDry || client.isConnected && awaited.count < LoaderdClient.limit }
  var deadline: Int64? { isDry ? nil : client.deadline }

  /// Connects where that is due. Nobody may be there yet, or the socket not be for us yet.
  func dispatch(now: Int64) {
    if !isDry { client.dispatch(now: now) }
  }

  func send(_ call: Call) {
    if isDry { StandardStreams.output(call.text + "\n") }
    if isDry || missing.contains(call.method) { return answered(call.method, Reply()) }
    awaited.append(call.method)
    client.send(call)
  }

  /// False for a reply that nothing was asked for.
  private func handle(_ reply: Reply) -> Bool {
    if awaited.isEmpty { return false }
    let method = awaited.removeFirst()
    answered(method, reply)
    if reply.error == nil { return true }
    if reply.error == "org.varlink.service.MethodNotFound" { missing.append(method) }
    StandardStreams.error("loader-bridge: \(method): \(reply.sentence)")
    return true
  }
}
