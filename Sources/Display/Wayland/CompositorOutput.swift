internal import CWayland
import Raster
import Support
import System

/// A wl_output: what the compositor reports of it, and our surface there.
final class CompositorOutput: ProxyListener {
  let id: UInt32
  private(set) var name: Bytes
  private(set) var output: WaylandOutput?
  /// Whether wl_output.done has arrived.
  private(set) var isDone = false

  private unowned(unsafe) let connection: WaylandConnection
  private var proxy: OpaquePointer?
  private let canRelease: Bool
  private var surface: WaylandSurface?
  /// When a surface that the compositor has closed is replaced; `.max` for a toplevel, which a user has closed.
  private var retryTime: Int64?
  /// When the surface was made.
  private var surfaceStart: Int64 = 0
  private var backoff = Backoff(from: 100_000_000, to: 60_000_000_000)
  private var parameters = SurfaceLayout.Parameters()
  private var layout: SurfaceLayout?
  private var millihertz: Int32 = 0
  private var millimetres: (width: Int32, height: Int32) = (0, 0)
  /// Why there is no `output`, as one line.
  private(set) var problem: Bytes?

  /// `id` is the global's name in the registry; `canRelease` whether its version has wl_output.release.
  init(_ connection: WaylandConnection, _ proxy: OpaquePointer?, _ id: UInt32, name: Bytes, canRelease: Bool) {
    self.connection = connection
    self.id = id
    self.name = name
    self.canRelease = canRelease
    super.init()
    self.proxy = listen(to: proxy)
  }

  /// A surface that was open for that time resets the backoff.
  private static var resetInterval: Int64 { 5_000_000_000 }

  deinit { if canRelease { wl_output_release(proxy) } else { wl_output_destroy(proxy) } }

  override func handleEvent(_ event: UInt32, of object: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>) {
    switch event {
    case wl_output_event_geometry:
      millimetres = (arguments[2].i, arguments[3].i)
      parameters.transform = arguments[7].i
    case wl_output_event_mode where arguments[0].u & WL_OUTPUT_MODE_CURRENT.rawValue != 0:
      parameters.modeWidth = arguments[1].i
      parameters.modeHeight = arguments[2].i
      millihertz = arguments[3].i
    case wl_output_event_scale: parameters.scale = arguments[0].i
    case wl_output_event_name:
      // The name is written to logs and terminals, so only printable ASCII is kept.
      name = Bytes(
        Bytes(cString: arguments[0].s).utf8.prefix(32).filter { (UInt8(ascii: "!")...UInt8(ascii: "~")).contains($0) })
    case wl_output_event_done: (isDone, connection.hasPendingEvents) = (true, true)
    default: break
    }
  }

  /// When to call `configure` although no event has arrived, or to ask the output for its `stallMessage`.
  var deadline: Int64? { retryTime ?? output?.deadline }

  /// Creates our surface and an output of the right size. Returns whether `output` changed or a commit is due.
  func configure(_ rule: OutputConfiguration.Rule, _ device: Bytes, now: Int64) -> Bool {
    if let surface, surface.isClosed {
      if now > surfaceStart + CompositorOutput.resetInterval { backoff.reset() }
      retryTime = surface.isLayer ? now + backoff.delay : .max
      backoff.lengthen()
      let advice: Bytes = surface.isLayer ? "trying again" : "restart loaderd"
      problem = "\(name): the compositor has closed our window; \(advice)"
      self.surface = nil
    }
    if let time = retryTime, time <= now { retryTime = nil }
    guard isDone, retryTime == nil, rule.role != .off else {
      defer { (output, layout) = (nil, nil) }
      return output != nil
    }
    if surface == nil, let proxy {
      surface = WaylandSurface(connection, on: proxy)
      surfaceStart = now
    }
    guard let surface, let size = surface.size else { return false }
    parameters.width = size.width
    parameters.height = size.height
    parameters.fractionalScale = surface.fractionalScale
    let layout = SurfaceLayout(parameters, rotation: rule.rotation ?? .none)
    if let layout, layout == self.layout { return surface.needsCommit }
    self.layout = layout
    output = nil
    problem = nil
    guard let layout else {
      problem = "\(name): the compositor wants \(Int(size.width))x\(Int(size.height)) points, which is too large"
      return true
    }
    let hertz = (1000...1_000_000).contains(millihertz) ? Double(millihertz) / 1000 : 60
    let computed = DisplayScale(width: parameters.modeWidth, height: parameters.modeHeight, millimetres: millimetres)
    let description = OutputDescription(
      kind: "wayland", name: name, device: device, width: layout.pictureWidth, height: layout.pictureHeight,
      scale: rule.scale ?? (layout.density > 1 ? layout.density : computed.value), refresh: hertz, path: surface.shell,
      rotation: (rule.rotation ?? .none).degrees,
      isScaleConfigured: rule.scale != nil)
    do throws(SystemError) {
      output = try WaylandOutput(connection, surface, layout, description, rule)
    } catch {
      problem = "\(name): \(error.text)"
      self.layout = nil  // the next configure event tries again
    }
    return true
  }
}
