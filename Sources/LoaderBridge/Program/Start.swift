import LoaderBridge
import Support
import System

/// Entry point of loader-bridge. Returns the exit status.
@c(loader_bridge_main)
func start(count: Int32, arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  StandardStreams.openMissing()
  var arguments = Arguments((1..<max(1, Int(count))).map { Bytes(cString: arguments[$0]) })
  if let text = arguments.information(on: "loader-bridge", usage: Options.usage) {
    StandardStreams.output(text)
    return 0
  }
  do throws(UsageError) {
    let options = try Options(&arguments)
    if options.isReadOnly { try? Landlock.allowChanges(in: []) }  // the unit's user owns no files anyway
    return BridgeLoop.run(options)
  } catch {
    StandardStreams.error("loader-bridge: " + error.text)
    return 2
  }
}
