import Support
import System

/// Watches the text of the virtual terminal under the pictures for a prompt.
///
/// The terminal is only known once a display is there, which may be after the end of the boot.
final class PromptWatch {
  private let loop: EventLoop
  private let folder: Bytes
  private var terminal: Int32?
  private var text: TerminalText?
  private var token: EventLoop.Token?
  private(set) var hasPrompt = false

  /// `folder` has the text of the terminals (vcs(4)).
  init(_ loop: EventLoop, in folder: Bytes = "/dev") {
    self.loop = loop
    self.folder = folder
  }

  deinit { stop() }

  /// Whether there is a terminal.
  var isWatching: Bool { text != nil }

  /// Watches this terminal from now on; nil if there is none.
  func follow(_ number: Int32?) {
    if number == terminal, isWatching || number == nil { return }
    stop()
    terminal = number
    text = number.flatMap { try? TerminalText(ofTerminal: $0, in: folder) }
    guard let text else { return }
    hasPrompt = text.hasPrompt
    token = try? loop.watch(text.descriptor, urgent: true) { [unowned(unsafe) self] events in
      hasPrompt = text.hasPrompt
      if events.isClosed { stop() }  // the terminal was deallocated
    }
  }

  private func stop() {
    if let token { loop.forget(token) }
    (token, text, hasPrompt) = (nil, nil, false)
  }
}
