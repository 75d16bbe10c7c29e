public import ScreenAPI
public import Support
import System
import Varlink

/// Entry point of loaderctl.
public enum LoaderctlMain {
  /// Runs one command and returns the exit status; errors are printed. `arguments` are those after the program's name,
  /// `configuration` reads the configuration in a root file system, whose path has no slash at its end.
  public static func run(
    _ arguments: [Bytes], configuration: @escaping (Bytes) -> InstalledConfiguration
  ) -> Int32 {
    Signals.ignoreBrokenPipes()
    let invocation = Invocation(configuration: configuration)
    invocation.isJSON = Arguments(arguments).contains("--json")
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
