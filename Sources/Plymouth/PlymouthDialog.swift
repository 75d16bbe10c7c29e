import Compatibility
import ScreenAPI
import Support
import System
import Varlink

/// Asks the daemon a question, and gives the answer to a command or to standard output.
struct PlymouthDialog {
  private let question: PlymouthQuestion
  /// Nil if no daemon runs.
  private let connection: PlymouthConnection?

  init(_ question: PlymouthQuestion, _ connection: PlymouthConnection?) {
    self.question = question
    self.connection = connection
  }

  /// Returns the exit status; nil if the daemon has closed the connection.
  func run() -> Int32? {
    guard let connection else { return runUnanswered() }
    if question.pausesProgress {
      guard let reply = connection.ask(PlymouthRequest(.progressPause)) else { return nil }
      if reply != .acknowledged { return runUnanswered() }
    }
    guard let status = ask(connection) else { return nil }
    if question.pausesProgress { _ = connection.ask(PlymouthRequest(.progressUnpause)) }
    return status
  }

  private func ask(_ connection: PlymouthConnection) -> Int32? {
    if question.kind == .password, question.command != nil {
      guard let reply = connection.ask(PlymouthRequest(.cachedPassword)) else { return nil }
      if case .answers(let passwords) = reply {
        for password in passwords where give(password) == .exited(0) { return 0 }
      }
    }
    var triesLeft = question.tries
    while true {
      guard let reply = connection.ask(request) else { return nil }
      guard case .answer(let answer) = reply else {
        return question.kind == .key ? 1 : askOnConsole(tries: triesLeft) ?? runUnanswered()
      }
      triesLeft -= 1
      if let status = status(of: answer, isLast: triesLeft == 0) { return status }
    }
  }

  /// Asks on the text console, which loaderd shows meanwhile: it has no prompts. Returns the exit status; nil if no
  /// loaderd runs, or if there is no console.
  private func askOnConsole(tries: Int) -> Int32? {
    guard let screen = try? VarlinkClient(to: ScreenInterface.socket, timeout: 10) else { return nil }
    // The display comes back when this connection ends.
    defer { withExtendedLifetime(screen) {} }
    // A kernel with virtual terminals has /dev/tty0 also without a display: nobody would see the question there.
    let hasDisplay = (try? screen.call(Call(screen: "GetState")))?["output"] ?? .null != .null
    let members = [JSON.Member("text", .bool(true)), JSON.Member("lease", .bool(true))]
    let isLent = (try? screen.call(Call(screen: "Yield", members: members)))?.error == nil
    // The prompt is on the console now.
    _ = try? screen.call(Call(screen: "SetMessage", JSON.Member("text", "")))
    let consoles: [Bytes] = isLent && hasDisplay ? ["/dev/tty0", "/dev/console"] : ["/dev/console"]
    guard let console = ConsoleQuestion(on: consoles) else { return nil }
    let isPassword = question.kind == .password
    let prompt = question.text.flatMap { $0.isEmpty ? nil : $0 } ?? (isPassword ? "Password" : "")
    let end: Bytes = prompt.hasSuffix(":") || prompt.hasSuffix("?") ? " " : ": "
    var triesLeft = tries
    while true {
      switch console.ask(prompt + end, echoes: !isPassword) {
      case .line(let answer):
        triesLeft -= 1
        if let status = status(of: answer, isLast: triesLeft == 0) { return status }
      case .cancelled: return isPassword ? 0 : 1
      case .signal(let number): return PlymouthDialog.status(.killed(number))
      }
    }
  }

  /// Gives an answer to the command. Returns the exit status, or nil if a password was wrong and is asked for again.
  private func status(of answer: [UInt8], isLast: Bool) -> Int32? {
    // Ctrl-C at a password prompt: the client ends with 0 and gives no answer.
    if question.kind == .password, answer.first == 3 { return 0 }
    let end = give(answer)
    if question.kind != .password { return 0 }
    if end != .exited(0), !isLast { return nil }
    let status = PlymouthDialog.status(end)
    return question.pausesProgress ? min(status, 1) : status  // the client loses it while it continues the progress
  }

  private var request: PlymouthRequest {
    switch question.kind {
    case .password: PlymouthRequest(.password, question.text)
    case .question: PlymouthRequest(.question, question.text)
    case .key: PlymouthRequest(.keystroke, question.text)
    }
  }

  /// Gives an answer to the command, or prints it. Returns how the command has ended.
  private func give(_ answer: [UInt8]) -> Command.End {
    guard let command = question.command else {
      StandardStreams.output(Bytes(answer))
      return .exited(0)
    }
    return Command.run(command, input: answer)
  }

  /// Nobody answers. A command for a password is run nevertheless, with our standard input, as it may be what the boot
  /// waits for.
  private func runUnanswered() -> Int32 {
    guard question.kind == .password, let command = question.command else { return 1 }
    var end = Command.End.exited(127)
    // Without a terminal, a command that fails would fail again at once, without end.
    let tries = question.tries == .max && !FileDescriptor.standardInput.isTerminal ? 1 : question.tries
    for _ in 0..<tries {
      end = Command.run(command, input: nil)
      if end == .exited(0) || end == .exited(127) { break }
    }
    return PlymouthDialog.status(end)
  }

  /// The exit status of a command. A signal that has ended it ends this process too.
  private static func status(_ end: Command.End) -> Int32 {
    switch end {
    case .exited(let status): return status
    case .killed(let signal):
      Signals.raise(signal)
      return 128 + signal
    }
  }
}
