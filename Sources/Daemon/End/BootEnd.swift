import ScreenAPI
import Support
import System

/// Waits for the end of a boot with systemd. systemd-tmpfiles creates /run/nologin early in each boot, and
/// systemd-user-sessions.service(8) removes the file when users may log in (pam_nologin(8)).
///
/// While it waits, there is a marker beside the control socket: loaderd-quit.service, which reports the end where
/// nothing removes such a file, does not start then, and a successor goes on waiting.
final class BootEnd {
  private let file: Bytes
  private let marker: Bytes
  private let ended: () -> Void
  private var watch: FolderWatch?
  /// Whether the file has been there, and its removal is the end of the boot.
  private var isExpected: Bool

  /// Nil where the folder cannot be watched. `ended` is called once.
  init?(_ loop: EventLoop, beside socket: Bytes, in folder: Bytes = "/run", ended: @escaping () -> Void) {
    file = "\(folder)/nologin"
    marker = SocketCompanion.bootEnd.path(beside: socket)
    isExpected = !marker.isEmpty && File.exists(marker)
    self.ended = ended
    if marker.isEmpty { return nil }
    watch = try? FolderWatch(loop) { [unowned(unsafe) self] in look() }
    if watch?.add(folder, deletions: true) != true {
      File.remove(marker)  // loaderd-quit.service reports the end
      return nil
    }
    look()
  }

  /// Waits no longer, and removes the marker: the daemon ends without a successor.
  func close() {
    watch?.stop()
    File.remove(marker)
  }

  private func look() {
    if File.exists(file) {
      if !isExpected { isExpected = (try? File.replace(marker, with: [])) != nil }
    } else if isExpected {
      watch?.stop()  // files in the folder do not wake the daemon any more
      ended()
    }
  }
}
