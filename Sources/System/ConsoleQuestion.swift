internal import CLinux
public import Support

/// Asks for lines on a terminal that is not this process's own, such as the console.
public struct ConsoleQuestion {
  /// How a question ended.
  public enum Outcome: Equatable {
    /// The line, without its end.
    case line([UInt8])
    /// Ctrl-C, Ctrl-D, or a hang-up of the terminal.
    case cancelled
    /// A signal that ends this process.
    case signal(Int32)
  }

  /// Bytes of a line that are used: as many as a terminal buffers (N_TTY_BUF_SIZE).
  private static var limit: Int { 4096 }

  private let terminal: FileDescriptor

  /// Opens the first of these files that is a terminal; nil if none is.
  public init?(on paths: [Bytes]) {
    for path in paths {
      guard let terminal = try? FileDescriptor(opening: path), terminal.isTerminal else { continue }
      self.terminal = terminal
      return
    }
    return nil
  }

  /// Prints the prompt and waits for a line. Without `echoes`, what is typed is not printed. Signals are received
  /// meanwhile, so that the terminal's modes are restored.
  public func ask(_ prompt: Bytes, echoes: Bool) -> Outcome {
    guard let modes = linux_set_line_mode(terminal.number, echoes ? 1 : 0) else { return .cancelled }
    defer { linux_restore_modes(terminal.number, modes) }
    var outcome = Outcome.cancelled
    do throws(SystemError) {
      let loop = try EventLoop(), relay = try SignalRelay()
      defer { relay.unblock() }
      _ = try loop.watch(terminal) { _ in
        outcome = readLine()
        loop.stop()
      }
      _ = try loop.watch(relay.descriptor) { _ in
        while let signal = relay.next() {
          guard case .pass(let number, _) = signal else { continue }
          outcome = .signal(number)
          loop.stop()
        }
      }
      try terminal.write(("\r" + prompt.sanitized).utf8)
      try loop.run {}
    } catch {
      return .cancelled
    }
    return outcome
  }

  private func readLine() -> Outcome {
    guard let line = (try? terminal.read(upTo: ConsoleQuestion.limit)) ?? nil, !line.isEmpty, line.last != 3 else {
      return .cancelled
    }
    return .line(line.last == UInt8(ascii: "\n") ? Array(line.dropLast()) : line)
  }
}
