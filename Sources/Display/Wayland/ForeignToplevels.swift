internal import CWayland
import Support

/// The windows of all clients of a compositor, by ext-foreign-toplevel-list-v1 or wlr-foreign-toplevel-management-v1.
///
/// A compositor announces a window once it is mapped, which is when it has its first frame.
final class ForeignToplevels: ProxyListener {
  private struct Window {
    let handle: OpaquePointer
    var applicationID: Bytes = ""
    /// Whether all that was known when it was announced has arrived.
    var isDone = false
  }

  private var windows: [Window] = []
  private var list: OpaquePointer?
  /// Whether it is ext-foreign-toplevel-list-v1.
  private let isStandard: Bool

  /// The windows after which no others are listed.
  private static var limit: Int { 256 }
  /// The app id, namespace and title of our own windows.
  static var ownID: Bytes { "loaderd" }

  /// `list` is the bound global `wayland_toplevel_list` if `isStandard`, else `wayland_toplevel_manager`.
  init(_ list: OpaquePointer?, isStandard: Bool) {
    self.isStandard = isStandard
    super.init()
    self.list = listen(to: list)
  }

  deinit {
    for window in windows { wayland_destroy(window.handle) }
    if let list { wayland_destroy(list) }
  }

  /// Whether there is a window with this app id, or any if it is empty; our own do not count.
  func hasWindow(of applicationID: Bytes) -> Bool {
    windows.contains {
      $0.isDone && $0.applicationID != ForeignToplevels.ownID
        && (applicationID.isEmpty || $0.applicationID == applicationID)
    }
  }

  override func handleEvent(_ event: UInt32, of object: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>) {
    if object == list {
      // Both protocols have it as their first event.
      guard event == ext_foreign_toplevel_list_v1_event_toplevel, let handle = listen(to: arguments[0].o) else {
        return
      }
      if windows.count >= ForeignToplevels.limit { return wayland_destroy(handle) }
      return windows.append(Window(handle: handle))
    }
    guard let index = windows.firstIndex(where: { $0.handle == object }) else { return }
    switch event {
    case isStandard ? ext_foreign_toplevel_handle_v1_event_app_id : zwlr_foreign_toplevel_handle_v1_event_app_id:
      windows[index].applicationID = Bytes(cString: arguments[0].s)
    case isStandard ? ext_foreign_toplevel_handle_v1_event_done : zwlr_foreign_toplevel_handle_v1_event_done:
      windows[index].isDone = true
    case isStandard ? ext_foreign_toplevel_handle_v1_event_closed : zwlr_foreign_toplevel_handle_v1_event_closed:
      wayland_destroy(windows.remove(at: index).handle)
    default: break
    }
  }
}
