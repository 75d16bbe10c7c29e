import Loaderctl
import Daemon
import System
import Support

/// One program with two names: `loaderctl` when it is called that, else the daemon.
@c(loaderd_main)
func start(count: Int32, arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  StandardStreams.openMissing()
  let words = (0..<Int(count)).map { Bytes(cString: arguments[$0]) }
  let name = words.first?.split(at: 0x2F).last ?? ""
  let rest = Array(words.dropFirst())
  return name == "loaderctl" ? LoaderctlMain.run(rest) { Configuration.usualTheme } : runDaemon(rest)
}
