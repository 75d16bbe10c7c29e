import Daemon
import Glibc
import Loaders
import Support
import System

/// loaderd with one more loader: takes the options of loaderd(8), such as `--show pulse`.
Catalog.add(Pulse.self)
var arguments = Arguments(CommandLine.arguments.dropFirst().map { Bytes(Array($0.utf8)) })
do {
  exit(Daemon.run(try Options(&arguments)))
} catch {
  StandardStreams.error("own-loader: " + error.text)
  exit(2)
}
