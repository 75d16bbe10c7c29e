internal import CWayland
import System
import Support
import Raster

/// An output of a compositor: what is told of it, and our surface there.
final class WLOutput: ProxyListener {
  let id: UInt32
  private(set) var name: Bytes
  private(set) var output: WaylandOutput?
  private(set) var isKnown = false

  private unowned(unsafe) let connection: WaylandConnection
  private var proxy: OpaquePointer?
  private let canRelease: Bool
  private var window: WaylandSurface?
  private var isDismissed = false
  private var wish = SurfaceLayout.Wish()
  private var layout: SurfaceLayout?
  private var millihertz: Int32 = 0
  private var millimetres: (width: Int32, height: Int32) = (0, 0)
  /// What keeps it dark.
  private(set) var trouble: Bytes?

  init(_ connection: WaylandConnection, _ proxy: OpaquePointer?, _ id: UInt32, name: Bytes, canRelease: Bool) {
    (self.connection, self.id, self.name, self.canRelease) = (connection, id, name, canRelease)
    super.init()
    self.proxy = listening(to: proxy)
  }

  deinit { if canRelease { wl_output_release(proxy) } else { wl_output_destroy(proxy) } }

  override func handleEvents(_ event: UInt32, of object: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>)
  {
    switch event {
    case wl_output_event_geometry:
      (millimetres, wish.transform) = ((arguments[2].i, arguments[3].i), arguments[7].i)
    case wl_output_event_mode where arguments[0].u & WL_OUTPUT_MODE_CURRENT.rawValue != 0:
      (wish.modeWidth, wish.modeHeight, millihertz) = (arguments[1].i, arguments[2].i, arguments[3].i)
    case wl_output_event_scale: wish.scale = arguments[0].i
    case wl_output_event_name:
      // It goes into journals and terminals.
      name = Bytes(Bytes(cString: arguments[0].s).utf8.prefix(32).filter { (0x21...0x7E).contains($0) })
    case wl_output_event_done: (isKnown, connection.hasNews) = (true, true)
    default: break
    }
  }

  /// Puts our surface there, and a picture of the right size on it. Returns whether `output` is another one now.
  func settle(_ rule: OutputConfiguration.Rule, _ device: Bytes) -> Bool {
    if window?.isClosed == true {
      (window, isDismissed, trouble) = (nil, true, "\(name): the compositor has closed our window; restart loaderd")
    }
    guard isKnown, !isDismissed, rule.role != .off else {
      defer { output = nil }
      return output != nil
    }
    if window == nil, let proxy { window = WaylandSurface(connection, on: proxy) }
    guard let window, let size = window.size else { return false }
    (wish.width, wish.height, wish.fraction) = (size.width, size.height, window.fraction)
    let layout = SurfaceLayout(wish, turn: rule.rotation ?? .none)
    if let layout, layout == self.layout { return window.isAsked }
    (self.layout, output, trouble) = (layout, nil, nil)
    guard let layout else {
      trouble = "\(name): the compositor wants \(Int(size.width))x\(Int(size.height)) points; that is more than can be"
      return true
    }
    let hertz = (1000...1_000_000).contains(millihertz) ? Double(millihertz) / 1000 : 60
    let text = TextScale(width: wish.modeWidth, height: wish.modeHeight, millimetres: millimetres)
    let description = OutputDescription(
      kind: "wayland", name: name, device: device, width: layout.pictureWidth, height: layout.pictureHeight,
      scale: rule.scale ?? (layout.density > 1 ? layout.density : text.value), refresh: hertz, path: window.shell,
      role: rule.role ?? .mirror, rotation: (rule.rotation ?? .none).degrees)
    do throws(SystemError) {
      output = try WaylandOutput(connection, window, layout, description)
    } catch {
      trouble = "\(name): \(error.text)"
    }
    return true
  }
}
