import ScreenAPI
import Support
import System

/// The file that exists while the log screen is shown. With it the service manager starts loader-bridge, which has the
/// lines of the journal (loader-bridge.path).
final class LogScreenMarker {
  /// Empty for an abstract socket, which has no folder.
  private let path: Bytes
  /// Whether the log screen is shown. A file that cannot be made is not tried again.
  var isShown: Bool {
    didSet {
      if isShown == oldValue || path.isEmpty { return }
      if isShown { try? File.replace(path, with: []) } else { File.remove(path) }
    }
  }

  /// A predecessor may have left the file.
  init(beside socket: Bytes) {
    path = SocketCompanion.console.path(beside: socket)
    isShown = !path.isEmpty && File.exists(path)
  }
}
