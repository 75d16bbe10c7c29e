import ScreenAPI
import Support
import System
import Varlink

/// Sends SIGINT to a command when the user cancels it at the display, with a pending `WaitKey` call.
final class CancelWatch {
  private let client: VarlinkClient
  /// Whether the reason was printed why nothing can be cancelled.
  private var hasWarned = false

  /// `mayConnect` is whether to connect now, which may start a loaderd that has ended on request.
  init(_ loop: EventLoop, _ path: Bytes, of command: Command, mayConnect: @escaping () -> Bool) {
    let client = VarlinkClient(to: path, on: loop)
    self.client = client
    client.mayConnect = mayConnect
    client.connected = { [unowned(unsafe) client] in
      client.send(Call(screen: "WaitKey", JSON.Member("cancel", .bool(true))))
    }
    client.received = { [unowned(unsafe) self] reply in
      if reply.error != nil, !hasWarned {
        hasWarned = true
        StandardStreams.error("loaderctl: --cancellable has no effect: \(reply.sentence)")
      }
      if reply["key"] == "cancel" { command.interrupt() }
      // A loaderd that reads no keys would refuse the next call too, so the connection stays. After an answer, a new
      // one waits for the next cancellation.
      return reply.error != nil
    }
  }

  /// Connects if an attempt is due; returns the time of the next one in nanoseconds, nil while connected.
  func dispatch(now: Int64) -> Int64? {
    client.dispatch(now: now)
    return client.deadline
  }
}
