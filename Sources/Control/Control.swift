import Linux
public import Notation
import Protocol

/// The command line, loaderctl.
public enum Control {
  /// Exit statuses, as interface.md has them.
  enum Status {
    static var done: Int32 { 0 }
    static var refused: Int32 { 1 }
    static var wrongUsage: Int32 { 2 }
    static var noDaemon: Int32 { 3 }
    /// As a shell has them.
    static var cannotRun: Int32 { 126 }
    static var noCommand: Int32 { 127 }
  }

  /// Runs one verb; returns the exit status. `theme` is asked for the one that is configured.
  public static func run(_ words: [Bytes], theme: @escaping () -> Bytes?) -> Int32 {
    Signals.ignoreBrokenPipes()
    var invocation = Invocation(theme: theme)
    do throws(Failure) {
      try invocation.perform(words)
      return invocation.status
    } catch {
      switch error {
      case .usage(let text):
        Standard.error("loaderctl: " + text)
        return Status.wrongUsage
      case .refused(let text):
        Standard.error("loaderctl: " + text)
        return Status.refused
      case .absent(let path):
        if invocation.isFineWithoutDaemon { return Status.done }
        Standard.error("loaderctl: no loaderd answers at \(path); start it, or name its --socket")
        return Status.noDaemon
      }
    }
  }
}

/// Why a verb was not done.
enum Failure: Error {
  case usage(Bytes)
  case refused(Bytes)
  /// No daemon at a socket.
  case absent(Bytes)
}
