import ScreenAPI
import Support
import System
import Varlink

/// Sends SIGINT to a command when the user cancels it at the display, with a pending `WaitKey` call.
/// Without a daemon, or after one has gone, a new attempt is made every second.
final class CancelWatch {
  private let loop: EventLoop
  private let path: Bytes
  private let command: Command
  private var connection: (descriptor: FileDescriptor, token: EventLoop.Token)?
  private var nextAttempt: Int64 = 0
  private var framing = Framing()

  /// Nanoseconds between two attempts.
  private static var retryInterval: Int64 { 1_000_000_000 }

  init(_ loop: EventLoop, _ path: Bytes, of command: Command) {
    self.loop = loop
    self.path = path
    self.command = command
  }

  /// Connects if an attempt is due; returns the time of the next one in nanoseconds, nil while connected.
  func dispatch(now: Int64) -> Int64? {
    if connection == nil, nextAttempt <= now { connect(now) }
    return connection == nil ? nextAttempt : nil
  }

  private func connect(_ now: Int64) {
    nextAttempt = now + CancelWatch.retryInterval
    guard let descriptor = try? Socket.connectedAtOnce(to: path) else { return }  // no daemon yet
    let call = Framing.message(Call(screen: "WaitKey", members: [JSON.Member("cancel", .bool(true))]).text)
    guard (try? Socket.send(call[...], on: descriptor)) == call.count else { return }
    let token = try? loop.watch(descriptor) { [unowned(unsafe) self] _ in receive() }
    if let token { connection = (descriptor, token) }
    framing = Framing()
  }

  private func receive() {
    guard let (descriptor, token) = connection else { return }
    if let bytes = try? descriptor.read(upTo: 4096), !bytes.isEmpty {
      guard let message = (try? framing.feed(bytes))?.first else { return }
      if let reply = try? Reply(message), reply["key"] == "cancel" { command.interrupt() }
    }
    loop.forget(token)
    connection = nil
    nextAttempt = Clock.nanoseconds + CancelWatch.retryInterval
  }
}
