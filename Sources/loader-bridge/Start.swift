import Bridge
import Linux
import Notation

/// The bridge's life, from its arguments to its exit status.
@c(loader_bridge_main)
func start(count: Int32, arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  var arguments = Arguments((1..<max(1, Int(count))).map { Bytes(cString: arguments[$0]) })
  if arguments.contains("--help") || arguments.contains("-h") {
    Standard.output(Options.usage)
    return 0
  }
  if arguments.contains("--version") {
    Standard.output("loader-bridge \(version)\n")
    return 0
  }
  do throws(UsageError) {
    return Courier.run(try Options(&arguments))
  } catch {
    Standard.error("loader-bridge: " + error.text)
    return 2
  }
}
