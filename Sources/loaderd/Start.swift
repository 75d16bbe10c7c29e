import Daemon
import Loaderctl
import Plymouth
import ScreenAPI
import Support
import System

/// The entry point: runs `loaderctl` or `plymouth` if the program is called by that name, else the daemon. SwiftPM
/// links `loaderd_main` as `main`.
@c(loaderd_main)
func start(count: Int32, arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  StandardStreams.openMissing()
  let words = (0..<Int(count)).map { Bytes(cString: arguments[$0]) }
  let name = words.first?.lastPathComponent ?? ""
  let rest = Array(words.dropFirst())
  // systemd ends no process whose name starts with "@", neither with the initramfs nor at the end of a shutdown
  // (systemd.unit(5), https://systemd.io/ROOT_STORAGE_DAEMONS).
  if rest.contains("--initramfs") { arguments[0]?.pointee = CChar(UInt8(ascii: "@")) }
  switch name {
  case "loaderctl": return LoaderctlMain.run(rest)
  case "plymouth": return PlymouthMain.run(rest)
  default: return runDaemon(rest)
  }
}

/// Parses the arguments, runs the daemon, and returns the exit status.
private func runDaemon(_ words: [Bytes]) -> Int32 {
  var arguments = Arguments(words)
  if let text = arguments.information(on: "loaderd", usage: Options.usage) {
    StandardStreams.output(text)
    return 0
  }
  do throws(UsageError) {
    return Daemon.run(try Options(&arguments))
  } catch {
    StandardStreams.error("loaderd: " + error.text)
    return 2
  }
}
