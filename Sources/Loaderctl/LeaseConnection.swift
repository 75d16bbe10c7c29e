import ProgressParsers
import ScreenAPI
import Support
import System
import Varlink

/// A ``LeaseSession`` with its connection to loaderd. Only ``awaitLoader()`` blocks.
final class LeaseConnection {
  private let path: Bytes
  private let client: VarlinkClient
  private(set) var session: LeaseSession

  /// Time for loaderd to show the loader before the command starts, in nanoseconds.
  private static var showTimeout: Int64 { 50_000_000 }

  /// Whether there was a connection.
  private var hasConnected = false

  /// A loaderd that has ended on request is started again by socket activation only if `isStarting`, and only by the
  /// first connection.
  init(_ loop: EventLoop, to path: Bytes, _ session: LeaseSession, isStarting: Bool) {
    self.path = path
    self.session = session
    client = VarlinkClient(to: path, on: loop)
    let endMarker = SocketCompanion.ended.path(beside: path)
    client.mayConnect = { [unowned(unsafe) self] in isStarting && !hasConnected || !File.exists(endMarker) }
    client.connected = { [unowned(unsafe) self] in
      hasConnected = true
      self.session.connected()
    }
    client.received = { [unowned(unsafe) self] in self.session.handle($0) }
    client.disconnected = { [unowned(unsafe) self] in self.session.disconnected() }
  }

  /// Records samples of the progress; only the last one is sent.
  func report(_ samples: [ProgressSample]) {
    for sample in samples { session.report(sample) }
  }

  /// Connects if an attempt is due and sends what is due. Returns when to call it again, in nanoseconds.
  func dispatch() -> Int64? {
    let now = Clock.nanoseconds
    client.dispatch(now: now)
    while client.isConnected, let call = session.nextCall(now: now) { client.send(call) }
    return client.deadline ?? session.deadline
  }

  /// Shows the loader and returns its id; nil when loaderd does not answer within 50 ms.
  func awaitLoader() -> Int? {
    let end = Clock.nanoseconds + LeaseConnection.showTimeout
    _ = dispatch()
    while session.id == nil, client.awaitReplies(until: end) { _ = dispatch() }
    return session.id
  }

  /// Whether to connect now: a connection may start loaderd.
  var mayConnect: () -> Bool { client.mayConnect }

  /// Whether there is no connection to loaderd.
  var isDisconnected: Bool { !client.isConnected }

  /// Why loaderd has never done what it should; nil when it has.
  var error: CommandError? {
    if session.wasAccepted { return nil }
    if !client.mayConnect() { return .noDaemon(path) }
    if let error = client.error { return CommandError(connecting: error, to: path) }
    if session.isUnused { return nil }
    return .failed(session.refusal ?? "\(path): loaderd does not answer")
  }
}
