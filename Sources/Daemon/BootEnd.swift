import ScreenAPI
import Support
import System

/// Waits for the end of a boot with systemd. Its tmpfiles.d create /run/nologin early in each boot, and
/// systemd-user-sessions.service(8) removes the file when users may log in (pam_nologin(8)).
///
/// While it waits, there is a marker beside the control socket: loaderd-quit.service, which reports the end where nothing removes
/// such a file, does not start then, and a successor goes on waiting.
final class BootEnd {
  private let file: Bytes
  private let marker: Bytes
  private let folders: FolderWatch
  private let ended: () -> Void
  /// Whether the file has been there, and its removal is the end of the boot.
  private var isExpected: Bool
  private var isClosed = false

  /// Nil where the folder cannot be watched. `ended` is called once.
  init?(_ loop: EventLoop, beside socket: Bytes, in folder: Bytes = "/run", ended: @escaping () -> Void) {
    file = "\(folder)/nologin"
    marker = SocketCompanion.bootEnd.path(beside: socket)
    isExpected = !marker.isEmpty && File.exists(marker)
    self.ended = ended
    guard !marker.isEmpty, let folders = try? FolderWatch([]), folders.add(folder, deletions: true) else {
      return nil
    }
    self.folders = folders
    let token = try? loop.watch(folders.descriptor) { [unowned(unsafe) self] _ in
      folders.acknowledge()
      look()
    }
    if token == nil { return nil }
    look()
  }

  /// Waits no longer, and removes the marker: the daemon ends without a successor.
  func close() {
    isClosed = true
    File.remove(marker)
  }

  private func look() {
    if isClosed { return }
    if File.exists(file) {
      if !isExpected { isExpected = (try? File.replace(marker, with: [])) != nil }
    } else if isExpected {
      isExpected = false
      ended()
    }
  }
}
