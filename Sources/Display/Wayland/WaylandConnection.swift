internal import CWayland
import Support
import System

/// A connection to a compositor: its globals and outputs.
final class WaylandConnection: ProxyListener {
  private(set) var outputs: [CompositorOutput] = []
  /// Whether the first list of globals is complete (wl_display.sync).
  private(set) var hasReceivedGlobals = false
  /// Whether wp_presentation uses CLOCK_MONOTONIC.
  private(set) var isMonotonic = false
  /// Whether a frame callback has arrived.
  var hasReceivedFrameCallback = false
  /// Whether events other than of frames have arrived and must be handled by `WaylandBackend.dispatch`.
  var hasPendingEvents = false
  /// Whether the socket is full because the compositor reads too slowly.
  private(set) var isWriteBlocked = false
  /// Why the connection has ended, as one line.
  private(set) var end: Bytes?

  private let display: OpaquePointer
  private let loop: EventLoop
  private var token: EventLoop.Token?
  private var globals = [OpaquePointer?](repeating: nil, count: Int(wayland_global_count.rawValue))
  private var registry: OpaquePointer?
  private var syncCallback: OpaquePointer?
  private var outputCount = 0
  /// The global with which windows are listed, the standard one if there are two, with its name in the registry.
  private var toplevelGlobal: (id: UInt32, global: wayland_global, version: UInt32)?
  /// The windows of the compositor's clients; nil until they are asked for, and without a protocol for them.
  private(set) lazy var toplevels = listToplevels()

  /// Nil when memory runs out.
  init?(_ socket: FileDescriptor, _ loop: EventLoop) {
    // No event that is used has a descriptor, and libwayland would close others in the frame loop.
    Socket.refuseDescriptors(on: socket)
    guard let display = wayland_connect(socket.number) else { return nil }
    self.display = display
    self.loop = loop
    super.init()
    token = try? loop.watch(socket) { [unowned(unsafe) self] _ in read() }
    if token == nil { return nil }
    registry = listen(to: wl_display_get_registry(display))
    syncCallback = listen(to: wl_display_sync(display))
    flush()
  }

  /// Receives no more events. Objects that are still referenced keep the connection for a moment.
  func close() {
    if let token { loop.forget(token) }
    token = nil
    outputs = []
    toplevels = nil
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

  /// Sends pending requests; the rest is sent when the compositor reads again.
  func flush() {
    guard let token else { return }
    let isWriteBlocked = wayland_flush(display) == 0
    if isWriteBlocked != self.isWriteBlocked { loop.want(token, reading: true, writing: isWriteBlocked) }
    self.isWriteBlocked = isWriteBlocked
  }

  override func handleEvent(_ event: UInt32, of object: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>) {
    if object == registry {
      if event == wl_registry_event_global {
        bind(arguments[0].u, arguments[1].s, version: arguments[2].u)
      } else {
        outputs.removeAll { $0.id == arguments[0].u }
        hasPendingEvents = true
      }
    } else if object == syncCallback {
      hasReceivedGlobals = true
      hasPendingEvents = true
    } else if object == self[wayland_xdg_shell] {
      xdg_wm_base_pong(object, arguments[0].u)
    } else if object == self[wayland_presentation] {
      isMonotonic = arguments[0].u == 1  // CLOCK_MONOTONIC
    }
  }

  /// Binds the globals that are used, once each, and all outputs.
  private func bind(_ id: UInt32, _ name: UnsafePointer<CChar>, version: UInt32) {
    let global = wayland_global(name), isOutput = global == wayland_output
    if global == wayland_toplevel_list || global == wayland_toplevel_manager {
      if toplevelGlobal == nil || global == wayland_toplevel_list { toplevelGlobal = (id, global, version) }
      return
    }
    guard global != wayland_global_count,
      isOutput ? outputs.count < WaylandConnection.outputLimit : self[global] == nil,
      let proxy = wayland_bind(registry, id, global, version)
    else { return }
    if !isOutput { return globals[Int(global.rawValue)] = listen(to: proxy) }
    outputCount += 1
    // wl_output has no name event before version 4.
    outputs.append(CompositorOutput(self, proxy, id, name: "WL-\(outputCount)", canRelease: version >= 3))
  }

  private func listToplevels() -> ForeignToplevels? {
    guard let (id, global, version) = toplevelGlobal, let proxy = wayland_bind(registry, id, global, version) else {
      return nil
    }
    defer { flush() }
    return ForeignToplevels(proxy, isStandard: global == wayland_toplevel_list)
  }

  /// A bound global; nil where the compositor does not have it.
  subscript(global: wayland_global) -> OpaquePointer? { globals[Int(global.rawValue)] }

  /// Whether the globals that are needed exist: compositor, shm and a shell.
  var isUsable: Bool {
    self[wayland_compositor] != nil && self[wayland_shm] != nil
      && (self[wayland_xdg_shell] != nil || self[wayland_layer_shell] != nil)
  }

  private static var outputLimit: Int { 16 }
}
