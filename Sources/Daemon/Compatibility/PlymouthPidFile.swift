import Support
import System

/// The file /run/plymouth/pid, which tells systemd-fsckd and units with ConditionPathExists= that plymouthd's socket is
/// served. It exists while we listen there as root, at the standard address.
///
/// There is none in an initramfs: with it, systemd's agent would not ask for a passphrase on the console. Our drop-ins
/// change that condition of systemd-ask-password-console.service, but the tools that make images leave them out.
struct PlymouthPidFile {
  private static var folder: Bytes { "/run/plymouth" }
  private static var path: Bytes { folder + "/pid" }
  private static var content: [UInt8] { ("\(Environment.process)\n" as Bytes).utf8 }

  /// Writes the file. Errors are ignored: only messages to the screen depend on it.
  init() { write() }

  /// Writes the number of this process.
  func write() {
    try? File.makeDirectory(PlymouthPidFile.folder)
    try? File.replace(PlymouthPidFile.path, with: PlymouthPidFile.content)
  }

  /// Removes the file, unless it is a successor's.
  func remove() {
    if (try? File.read(PlymouthPidFile.path, limit: 64)) == PlymouthPidFile.content {
      File.remove(PlymouthPidFile.path)
    }
  }
}
