import Daemon
import System
import Support

/// Parses the arguments, runs the daemon, and returns the exit status.
func runDaemon(_ words: [Bytes]) -> Int32 {
  var arguments = Arguments(words)
  if arguments.contains("--help") || arguments.contains("-h") {
    StandardStreams.output(Options.usage)
    return 0
  }
  if arguments.contains("--version") {
    StandardStreams.output("loaderd \(version)\n")
    return 0
  }
  do throws(UsageError) {
    return Daemon.run(try Options(&arguments))
  } catch {
    StandardStreams.error("loaderd: " + error.text)
    return 2
  }
}
