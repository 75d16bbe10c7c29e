internal import CWayland
import Support

/// A surface that fills an output: a layer surface on the overlay layer, else a fullscreen toplevel.
final class WaylandSurface: ProxyListener {
  let proxy: OpaquePointer
  let viewport: OpaquePointer?
  /// "layer-shell" or "xdg-shell".
  let shell: StaticString
  /// Configured size in logical pixels; nil before the first configure event.
  private(set) var size: (width: Int32, height: Int32)?
  /// wp_fractional_scale_v1.preferred_scale, in 120ths.
  private(set) var fractionalScale: UInt32?
  /// Whether the compositor has closed it.
  private(set) var isClosed = false

  private unowned(unsafe) let connection: WaylandConnection
  private var scale: OpaquePointer?
  /// The layer surface, or the toplevel of the xdg surface.
  private var role: OpaquePointer?
  private var xdgSurface: OpaquePointer?
  /// Size of the last xdg_toplevel.configure.
  private var wanted: (width: Int32, height: Int32) = (0, 0)
  /// Serial of the configure event that the next commit acknowledges.
  private var serial: UInt32?

  /// Nil where a global that is needed is missing.
  init?(_ connection: WaylandConnection, on output: OpaquePointer) {
    guard connection.isUsable, let compositor = connection[wayland_compositor],
      let proxy = wl_compositor_create_surface(compositor)
    else { return nil }
    self.connection = connection
    self.proxy = proxy
    let layers = connection[wayland_layer_shell]
    shell = layers == nil ? "xdg-shell" : "layer-shell"
    viewport = connection[wayland_viewporter].flatMap { wp_viewporter_get_viewport($0, proxy) }
    super.init()
    if let scales = connection[wayland_fractional_scale], viewport != nil {
      scale = listen(to: wp_fractional_scale_manager_v1_get_fractional_scale(scales, proxy))
    }
    // An empty input region: pointer events pass to the surfaces below.
    let emptyRegion = wl_compositor_create_region(compositor)
    wl_surface_set_input_region(proxy, emptyRegion)
    wl_region_destroy(emptyRegion)
    if let layers {
      role = ForeignToplevels.ownID.withCString { name in
        listen(
          to: zwlr_layer_shell_v1_get_layer_surface(
            layers, proxy, output, ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY.rawValue, name))
      }
      zwlr_layer_surface_v1_set_anchor(role, 15)  // all four sides
      zwlr_layer_surface_v1_set_exclusive_zone(role, -1)  // over panels too
    } else {
      xdgSurface = listen(to: xdg_wm_base_get_xdg_surface(connection[wayland_xdg_shell], proxy))
      role = listen(to: xdg_surface_get_toplevel(xdgSurface))
      ForeignToplevels.ownID.withCString { name in
        xdg_toplevel_set_title(role, name)
        xdg_toplevel_set_app_id(role, name)
      }
      xdg_toplevel_set_fullscreen(role, output)
    }
    wl_surface_commit(proxy)
  }

  deinit {
    if let scale { wp_fractional_scale_v1_destroy(scale) }
    if let viewport { wp_viewport_destroy(viewport) }
    if let xdgSurface {
      xdg_toplevel_destroy(role)
      xdg_surface_destroy(xdgSurface)
    } else {
      zwlr_layer_surface_v1_destroy(role)
    }
    wl_surface_destroy(proxy)
  }

  /// Acknowledges the last configure event; call it before a commit.
  func acknowledge() {
    guard let serial else { return }
    if let xdgSurface {
      xdg_surface_ack_configure(xdgSurface, serial)
    } else {
      zwlr_layer_surface_v1_ack_configure(role, serial)
    }
    self.serial = nil
  }

  /// Whether it is a layer surface, below which other surfaces are visible.
  var isLayer: Bool { xdgSurface == nil }

  /// Whether a commit is due although nothing has been drawn.
  var needsCommit: Bool { serial != nil }

  override func handleEvent(_ event: UInt32, of object: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>) {
    connection.hasPendingEvents = true
    if object == scale {
      fractionalScale = arguments[0].u
    } else if object == xdgSurface {
      serial = arguments[0].u
      size = wanted
    } else if xdgSurface != nil {
      if event == xdg_toplevel_event_configure { wanted = (arguments[0].i, arguments[1].i) } else { isClosed = true }
    } else if event == zwlr_layer_surface_v1_event_configure {
      serial = arguments[0].u
      size = (Int32(clamping: arguments[1].u), Int32(clamping: arguments[2].u))
    } else {
      isClosed = true
    }
  }
}
