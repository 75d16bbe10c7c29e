import System
public import Support
import Varlink

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

  /// Runs one command; returns the exit status. `theme` is asked for the one that is configured.
  public static func run(_ words: [Bytes], theme: @escaping () -> Bytes?) -> Int32 {
    Signals.ignoreBrokenPipes()
    let invocation = Invocation(theme: theme)
    invocation.isJSON = Arguments(words).contains("--json")
    do throws(Failure) {
      try invocation.perform(words)
      if !invocation.hasAnswered { invocation.answer(.object([])) }
      return invocation.status
    } catch {
      if case .absent = error, invocation.isFineWithoutDaemon {
        invocation.answer(.object([]))
        return Status.done
      }
      if invocation.isJSON {
        invocation.answer(["error": .string(error.name), "message": .string(error.sentence)])
      } else {
        StandardStreams.error("loaderctl: " + error.sentence)
      }
      return error.status
    }
  }
}
