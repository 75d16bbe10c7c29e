internal import CWayland
import System
import Support

/// A conversation with a compositor: what it offers, and its outputs.
final class WaylandConnection: ProxyListener {
  private(set) var outputs: [WLOutput] = []
  /// Whether all that it offers is known.
  private(set) var hasReceivedGlobals = false
  /// Whether times are those of our clock.
  private(set) var isMonotonic = false
  /// Whether it has called for a frame.
  var hasReceivedFrameCallback = false
  /// Something was heard that is not of a frame.
  var hasPendingEvents = false
  /// The compositor reads too slowly for more.
  private(set) var isWriteBlocked = false
  /// Why it is over.
  private(set) var end: Bytes?

  private let display: OpaquePointer
  private let loop: EventLoop
  private var token: EventLoop.Token?
  private var globals = [OpaquePointer?](repeating: nil, count: Int(wayland_global_count.rawValue))
  private var registry: OpaquePointer?
  private var syncCallback: OpaquePointer?
  private var outputCount = 0

  /// Nil when memory is out.
  init?(_ socket: FileDescriptor, _ loop: EventLoop) {
    guard let display = wayland_connect(socket.number) else { return nil }
    (self.display, self.loop) = (display, loop)
    super.init()
    token = try? loop.watch(socket) { [unowned(unsafe) self] _ in read() }
    if token == nil { return nil }
    registry = listening(to: wl_display_get_registry(display))
    syncCallback = listening(to: wl_display_sync(display))
    flush()
  }

  /// Nothing is heard any more; what was made of it may still be held for a moment.
  func close() {
    if let token { loop.forget(token) }
    token = nil
    outputs = []
  }

  deinit {
    close()
    for proxy in globals where proxy != nil { wayland_destroy(proxy) }
    if let syncCallback { wl_callback_destroy(syncCallback) }
    if let registry { wl_registry_destroy(registry) }
    wayland_disconnect(display)
  }

  private func read() {
    if wayland_read(display) < 0 {
      end = Bytes(cString: wayland_error(display))
      if let token { loop.forget(token) }
      token = nil
    } else {
      flush()
    }
  }

  /// Sends what was said; the rest when the compositor reads again.
  func flush() {
    guard let token else { return }
    let isWriteBlocked = wayland_flush(display) == 0
    if isWriteBlocked != self.isWriteBlocked { loop.want(token, reading: true, writing: isWriteBlocked) }
    self.isWriteBlocked = isWriteBlocked
  }

  override func handleEvents(_ event: UInt32, of object: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>)
  {
    if object == registry {
      if event == wl_registry_event_global {
        bind(arguments[0].u, arguments[1].s, version: arguments[2].u)
      } else {
        outputs.removeAll { $0.id == arguments[0].u }
        hasPendingEvents = true
      }
    } else if object == syncCallback {
      (hasReceivedGlobals, hasPendingEvents) = (true, true)
    } else if object == self[wayland_xdg_shell] {
      xdg_wm_base_pong(object, arguments[0].u)
    } else if object == self[wayland_presentation] {
      isMonotonic = arguments[0].u == 1  // CLOCK_MONOTONIC
    }
  }

  /// Takes what is used of what is offered, once each.
  private func bind(_ id: UInt32, _ name: UnsafePointer<CChar>, version: UInt32) {
    let global = wayland_global(name), isOutput = global == wayland_output
    guard global != wayland_global_count,
      isOutput ? outputs.count < WaylandConnection.outputLimit : self[global] == nil,
      let proxy = wayland_bind(registry, id, global, version)
    else { return }
    if !isOutput { return globals[Int(global.rawValue)] = listening(to: proxy) }
    outputCount += 1
    // Before version 4 they have no names.
    outputs.append(WLOutput(self, proxy, id, name: "WL-\(outputCount)", canRelease: version >= 3))
  }

  /// What the compositor offers; nil where it does not.
  subscript(global: wayland_global) -> OpaquePointer? { globals[Int(global.rawValue)] }

  /// Whether that is all that a picture needs.
  var isUsable: Bool {
    self[wayland_compositor] != nil && self[wayland_shm] != nil
      && (self[wayland_xdg_shell] != nil || self[wayland_layer_shell] != nil)
  }

  private static var outputLimit: Int { 16 }
}
