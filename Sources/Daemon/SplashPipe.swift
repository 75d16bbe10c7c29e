import Compatibility
import System
import Support
import Varlink

/// A FIFO into which splash screens are written to.
final class SplashPipe {
  private let fifo: Fifo
  private let loop: EventLoop
  private unowned(unsafe) let delegate: any CompatibilityDelegate
  private var commands: SplashCommands
  private var token: EventLoop.Token?
  private var isClosed = false

  init(_ fifo: Fifo, _ dialect: SplashCommands.Dialect, _ loop: EventLoop, _ delegate: any CompatibilityDelegate)
    throws(SystemError)
  {
    (self.fifo, self.loop, self.delegate) = (fifo, loop, delegate)
    commands = SplashCommands(dialect)
    try watch()
  }

  private func watch() throws(SystemError) {
    token = try loop.watch(fifo.descriptor) { [unowned(unsafe) self] _ in read() }
  }

  private func read() {
    do throws(SystemError) {
      guard let bytes = try fifo.descriptor.read(upTo: 4096) else { return }
      // Before what is read is done, for that may be our end.
      if bytes.isEmpty { try startAnew() }
      let calls = bytes.isEmpty ? commands.finish() : commands.feed(bytes)
      for call in calls { _ = delegate.perform(call) }  // nobody waits for an answer
    } catch {
      StandardStreams.error("loaderd: \(fifo.path): \(error.text); nothing more is read from there")
      close()
    }
  }

  /// The writers have gone; others may come.
  private func startAnew() throws(SystemError) {
    try fifo.reopen()
    if let token { loop.forget(token) }
    token = nil
    try watch()
  }

  func close() {
    if isClosed { return }
    isClosed = true
    if let token { loop.forget(token) }
    token = nil
    fifo.remove()
  }
}
