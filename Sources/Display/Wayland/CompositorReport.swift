internal import CWayland
import Support
import System

extension DisplayReport {
  /// Whether the compositor that the environment names can be used.
  public static var compositor: DisplayReport {
    let socket = WaylandSocket(nil)
    do throws(OutputError) {
      _ = try socket.connect()
      return DisplayReport(path: socket.path, reason: wayland_is_available() == 0 ? WaylandBackend.missingLibrary : nil)
    } catch {
      return DisplayReport(path: socket.path, reason: error.text)
    }
  }
}
