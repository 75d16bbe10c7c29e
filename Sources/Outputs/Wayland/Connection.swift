internal import CWayland
import Linux
import Notation

/// A conversation with a compositor: what it offers, and its outputs.
final class Connection: Listener {
  private(set) var compositor: OpaquePointer?
  private(set) var shm: OpaquePointer?
  private(set) var shell: OpaquePointer?
  private(set) var layers: OpaquePointer?
  private(set) var viewporter: OpaquePointer?
  private(set) var scales: OpaquePointer?
  private(set) var presentation: OpaquePointer?
  private(set) var monitors: [Monitor] = []
  /// Whether all that it offers is known.
  private(set) var isSurveyed = false
  /// Whether times are those of our clock.
  private(set) var isMonotonic = false
  /// Whether it has called for a frame.
  var isProven = false
  /// Something was heard that is not of a frame.
  var hasNews = false
  /// The compositor reads too slowly for more.
  private(set) var isStuck = false
  /// Why it is over.
  private(set) var end: Bytes?

  private let display: OpaquePointer
  private let loop: EventLoop
  private var token: EventLoop.Token?
  private var registry: OpaquePointer?
  private var survey: OpaquePointer?
  private var monitorCount = 0

  /// Nil when memory is out.
  init?(_ socket: FileDescriptor, _ loop: EventLoop) {
    guard let display = wayland_start(socket.number) else { return nil }
    (self.display, self.loop) = (display, loop)
    super.init()
    token = try? loop.watch(socket) { [unowned(unsafe) self] _ in read() }
    if token == nil { return nil }
    registry = listening(to: wl_display_get_registry(display))
    survey = listening(to: wl_display_sync(display))
    flush()
  }

  /// Nothing is heard any more; what was made of it may still be held for a moment.
  func close() {
    if let token { loop.forget(token) }
    token = nil
    monitors = []
  }

  deinit {
    close()
    for proxy in [compositor, shm, shell, layers, viewporter, scales, presentation, registry, survey] {
      if let proxy { wayland_destroy(proxy) }
    }
    wayland_end(display)
  }

  private func read() {
    if wayland_read(display) < 0 {
      end = Bytes(cString: wayland_reason(display))
      if let token { loop.forget(token) }
      token = nil
    } else {
      flush()
    }
  }

  /// Sends what was said; the rest when the compositor reads again.
  func flush() {
    guard let token else { return }
    let isStuck = wayland_flush(display) == 0
    if isStuck != self.isStuck { loop.want(token, reading: true, writing: isStuck) }
    self.isStuck = isStuck
  }

  override func hear(_ event: UInt32, of object: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>) {
    if object == registry {
      if event == wl_registry_event_global {
        bind(arguments[0].u, arguments[1].s, version: arguments[2].u)
      } else {
        monitors.removeAll { $0.id == arguments[0].u }
        hasNews = true
      }
    } else if object == survey {
      (isSurveyed, hasNews) = (true, true)
    } else if object == shell {
      xdg_wm_base_pong(shell, arguments[0].u)
    } else if object == presentation {
      isMonotonic = arguments[0].u == 1  // CLOCK_MONOTONIC
    }
  }

  /// Takes what is used of what is offered, once each.
  private func bind(_ id: UInt32, _ name: UnsafePointer<CChar>, version: UInt32) {
    guard let interface = wayland_interface(name) else { return }
    let version = min(version, UInt32(interface.pointee.version))
    func bound() -> OpaquePointer? {
      OpaquePointer(wl_registry_bind(registry, id, interface, version))
    }
    switch Bytes(cString: name) {
    case "wl_compositor" where compositor == nil && version >= 4: compositor = bound()
    case "wl_shm" where shm == nil: shm = listening(to: bound())
    case "xdg_wm_base" where shell == nil: shell = listening(to: bound())
    case "zwlr_layer_shell_v1" where layers == nil: layers = bound()
    case "wp_viewporter" where viewporter == nil: viewporter = bound()
    case "wp_fractional_scale_manager_v1" where scales == nil: scales = bound()
    case "wp_presentation" where presentation == nil: presentation = listening(to: bound())
    case "wl_output" where monitors.count < Connection.monitorLimit && version >= 2:
      monitorCount += 1
      // Before version 4 they have no names.
      monitors.append(Monitor(self, bound(), id, name: "WL-\(monitorCount)", canRelease: version >= 3))
    default: break
    }
  }

  private static var monitorLimit: Int { 16 }
}
