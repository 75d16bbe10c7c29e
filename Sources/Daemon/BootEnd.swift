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
  private let loop: EventLoop
  private let ended: () -> Void
  /// Nil once nothing is waited for, so that files in the folder do not wake the daemon any more.
  private var token: EventLoop.Token?
  /// Whether the file has been there, and its removal is the end of the boot.
  private var isExpected: Bool

  /// Nil where the folder cannot be watched. `ended` is called once.
  init?(_ loop: EventLoop, beside socket: Bytes, in folder: Bytes = "/run", ended: @escaping () -> Void) {
    file = "\(folder)/nologin"
    marker = SocketCompanion.bootEnd.path(beside: socket)
    isExpected = !marker.isEmpty && File.exists(marker)
    self.loop = loop
    self.ended = ended
    guard !marker.isEmpty, let folders = try? FolderWatch([]), folders.add(folder, deletions: true) else {
      return nil
    }
    token = try? loop.watch(folders.descriptor) { [unowned(unsafe) self] _ in
      folders.acknowledge()
      look()
    }
    if token == nil { return nil }
    look()
  }

  /// Waits no longer, and removes the marker: the daemon ends without a successor.
  func close() {
    stop()
    File.remove(marker)
  }

  private func stop() {
    if let token { loop.forget(token) }
    token = nil
  }

  private func look() {
    if File.exists(file) {
      if !isExpected { isExpected = (try? File.replace(marker, with: [])) != nil }
    } else if isExpected {
      stop()
      ended()
    }
  }
}
