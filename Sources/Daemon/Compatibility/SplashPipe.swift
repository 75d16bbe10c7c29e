import Compatibility
import Support
import System
import Varlink

/// A FIFO to which programs write commands for psplash or fbsplash.
final class SplashPipe {
  private let fifo: Fifo
  private let loop: EventLoop
  private unowned(unsafe) let delegate: any CompatibilityDelegate
  private var translator: SplashTranslator
  private var token: EventLoop.Token?
  private var isClosed = false

  init(_ fifo: Fifo, _ dialect: SplashTranslator.Dialect, _ loop: EventLoop, _ delegate: any CompatibilityDelegate)
    throws(SystemError)
  {
    self.fifo = fifo
    self.loop = loop
    self.delegate = delegate
    translator = SplashTranslator(dialect)
    try watch()
  }

  private func watch() throws(SystemError) {
    token = try loop.watch(fifo.descriptor) { [unowned(unsafe) self] _ in read() }
  }

  private func read() {
    do throws(SystemError) {
      guard let bytes = try fifo.descriptor.read(upTo: 4096) else { return }
      // Before the commands are carried out, because one of them may close the FIFO.
      if bytes.isEmpty { try reopen() }
      let calls = bytes.isEmpty ? translator.finish() : translator.feed(bytes)
      for call in calls { _ = delegate.perform(call) }  // the protocol has no replies
    } catch {
      Daemon.log("\(fifo.path): \(error.text); nothing more is read from there")
      close()
    }
  }

  /// Opens the FIFO again for the next writers, after the last one has closed it.
  private func reopen() throws(SystemError) {
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
