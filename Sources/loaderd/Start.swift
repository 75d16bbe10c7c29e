import Loaderctl
import Daemon
import System
import Support

/// The entry point: runs `loaderctl` if the program is called by that name, else the daemon. SwiftPM links
/// `loaderd_main` as `main`.
@c(loaderd_main)
func start(count: Int32, arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  StandardStreams.openMissing()
  let words = (0..<Int(count)).map { Bytes(cString: arguments[$0]) }
  let name = words.first?.split(at: UInt8(ascii: "/")).last ?? ""
  let rest = Array(words.dropFirst())
  return name == "loaderctl" ? LoaderctlMain.run(rest) { Configuration.configuredTheme } : runDaemon(rest)
}
