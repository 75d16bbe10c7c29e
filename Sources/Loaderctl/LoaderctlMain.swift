public import Support
import System
import Varlink

/// Entry point of loaderctl.
public enum LoaderctlMain {
  /// Runs one command and returns the exit status; errors are printed. `arguments` are those after the program's name.
  public static func run(_ arguments: [Bytes]) -> Int32 {
    Signals.ignoreBrokenPipes()
    Signals.resetChildSignal()
    let invocation = Invocation()
    invocation.isJSON = Invocation.asksForJSON(arguments)
    do throws(CommandError) {
      try invocation.perform(arguments)
      if !invocation.hasAnswered { invocation.answer(.object([])) }
      if let error = invocation.outputError, !error.isDisconnection {
        throw .failed("standard output: \(error.reason)")
      }
      return invocation.status
    } catch {
      if case .noDaemon = error, invocation.allowsMissingDaemon {
        invocation.answer(.object([]))
        return ExitStatus.done
      }
      if invocation.isJSON {
        invocation.answer(["error": .string(error.name), "message": .string(error.sentence)])
      } else {
        StandardStreams.error("loaderctl: " + error.sentence)
      }
      return error.exitStatus
    }
  }
}
