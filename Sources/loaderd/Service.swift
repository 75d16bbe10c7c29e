import Daemon
import Linux
import Notation

/// The daemon's life, from its arguments to its exit status.
func runDaemon(_ words: [Bytes]) -> Int32 {
  var arguments = Arguments(words)
  if arguments.contains("--help") || arguments.contains("-h") {
    Standard.output(Options.usage)
    return 0
  }
  if arguments.contains("--version") {
    Standard.output("loaderd \(version)\n")
    return 0
  }
  do throws(UsageError) {
    return Daemon.run(try Options(&arguments))
  } catch {
    Standard.error("loaderd: " + error.text)
    return 2
  }
}
