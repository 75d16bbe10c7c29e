import Minimal
import Support
import System

/// Entry point of loaderd-minimal: shows a baked file until loaderd takes over. Returns the exit status.
@c(loaderd_minimal_main)
func start(count: Int32, arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  StandardStreams.openMissing()
  let words = (1..<max(1, Int(count))).map { Bytes(cString: arguments[$0]) }
  // systemd ends no process whose name starts with "@" (systemd.unit(5), https://systemd.io/ROOT_STORAGE_DAEMONS).
  if words.contains("--initramfs") { arguments[0]?.pointee = CChar(UInt8(ascii: "@")) }
  var rest = Arguments(words)
  if let text = rest.information(on: "loaderd-minimal", usage: MinimalOptions.usage) {
    StandardStreams.output(text)
    return 0
  }
  do throws(UsageError) {
    return MinimalDaemon.run(try MinimalOptions(&rest))
  } catch {
    StandardStreams.error("loaderd-minimal: " + error.text)
    return 2
  }
}
