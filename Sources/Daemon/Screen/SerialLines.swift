import Support
import System

/// The screen as lines of text on a terminal, such as that of a serial line, while there is no display
/// (`serial` in `[Screen]`).
///
/// A line has the words of the screen and the progress in per cent. It is written when the words have changed, or when
/// the progress has advanced by a tenth; at most one a second.
struct SerialLines {
  private let path: Bytes
  /// Stays open: closing a serial line may end the connection (HUPCL).
  private var terminal: FileDescriptor?
  /// Whether an error was logged.
  private var hasFailed = false
  private var words: Bytes = ""
  private var percent = 0
  /// When the next line may be written.
  private var next: Int64 = 0
  private let log: (Bytes) -> Void
  /// When to look again; nil if only a change of the screen matters.
  private(set) var deadline: Int64?

  /// Nanoseconds between lines.
  private static var interval: Int64 { 1_000_000_000 }
  /// Bytes of a line.
  private static var limit: Int { 200 }

  init(_ path: Bytes, log: @escaping (Bytes) -> Void = Daemon.log) {
    self.path = path
    self.log = log
  }

  /// Writes the line of a screen with these texts, of which some may be empty, and this progress, unless it is too
  /// early or the line is not new.
  mutating func dispatch(now: Int64, _ texts: [Bytes], progress: Double?) {
    guard let line = line(now: now, texts, progress: progress) else { return }
    do throws(SystemError) {
      if terminal == nil { terminal = try FileDescriptor(opening: path) }
      guard let terminal, terminal.isTerminal else { throw SystemError(last: "isatty") }
      // A terminal that does not take more, as with flow control, loses the line.
      _ = try terminal.writeSome((line + "\n").utf8[...])
    } catch {
      terminal = nil
      if !hasFailed { log("serial: \(path): \(error.reason)") }
      hasFailed = true
    }
  }

  /// The line to be written now; nil if there is none.
  mutating func line(now: Int64, _ texts: [Bytes], progress: Double?) -> Bytes? {
    let words = texts.filter { !$0.isEmpty }.joined(by: " - ").sanitized.singleLine.shortened(to: SerialLines.limit)
    let fraction = progress ?? 0
    let percent = fraction.wholePercent
    deadline = nil
    let isStep = percent < self.percent || percent >= self.percent + 10 || percent == 100 && self.percent < 100
    let isNew = isStep || words != self.words
    if !isNew || words.isEmpty && progress == nil { return nil }
    if now < next {
      deadline = next
      return nil
    }
    self.words = words
    self.percent = percent
    next = now + SerialLines.interval
    return progress == nil ? words : "\(words) \(percent)%"
  }
}
