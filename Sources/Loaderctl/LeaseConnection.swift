import System
import ProgressParsers
import Support
import Varlink

/// A ``LeaseSession`` and its connection to the daemon. Nothing here waits for the daemon.
final class LeaseConnection {
  private let path: Bytes
  private let client: VarlinkClient
  private(set) var session: LeaseSession

  /// How long a daemon may take to show the loader before the command starts, in nanoseconds.
  private static var introductionTimeout: Int64 { 50_000_000 }

  init(_ loop: EventLoop, to path: Bytes, _ session: LeaseSession) {
    self.path = path
    self.session = session
    client = VarlinkClient(to: path, on: loop)
    client.connected = { [unowned(unsafe) self] in self.session.connected() }
    client.received = { [unowned(unsafe) self] in self.session.handle($0) }
    client.disconnected = { [unowned(unsafe) self] in self.session.disconnected() }
  }

  func report(_ samples: [ProgressSample]) {
    for sample in samples { session.report(sample) }
  }

  /// Does what is due; returns when there is more to do.
  func dispatch() -> Int64? {
    let now = Clock.nanoseconds
    client.dispatch(now: now)
    while client.isConnected, let call = session.next(now: now) { client.send(call) }
    return client.deadline ?? session.deadline
  }

  /// Shows the loader and returns its id, if the daemon answers at once.
  func introduce() -> Int? {
    let end = Clock.nanoseconds + LeaseConnection.introductionTimeout
    _ = dispatch()
    while session.id == nil, client.awaitReplies(until: end) { _ = dispatch() }
    return session.id
  }

  /// Whether there is no daemon.
  var isAlone: Bool { !client.isConnected }

  /// Why the loader was never on the screen; nil when it was.
  var failure: Failure? {
    if session.wasShown { return nil }
    if let error = client.error { return Failure(connecting: error, to: path) }
    return .failed(session.refusal ?? "\(path): loaderd does not answer")
  }
}
