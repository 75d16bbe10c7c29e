internal import CWayland
import Raster
import Support
import System

/// Our surface on an output of a compositor, with up to three buffers, timed by frame callbacks.
final class WaylandOutput: ProxyListener, Output {
  private let properties: OutputDescription
  let configuredRole: Role?
  var isDefaultPrimary = false
  let frameClock: FrameClock
  private var callbackClock: CallbackClock
  private let layout: SurfaceLayout
  let backBuffer: BackBuffer
  /// Damage that was not committed yet.
  private var uncommittedDamage: Region
  private var opacity: UInt8 = 255
  private var buffers: [ShmBuffer] = []
  /// Pending frame callback, and pending wp_presentation feedback.
  private var callback: OpaquePointer?
  private var feedback: OpaquePointer?
  /// Time of the last commit.
  private var lastCommit: Int64?
  /// When a failed allocation is tried again.
  private var retryTime: Int64 = 0
  private var backoff = Backoff(from: 250_000_000, to: 8_000_000_000)
  private var hasLoggedStall = false
  // Declared last so that they are freed after the objects above, which depend on them.
  private let surface: WaylandSurface
  private let connection: WaylandConnection

  /// Nanoseconds without a frame callback or a free buffer after which the compositor counts as stalled; from then on
  /// one frame is committed in that time.
  private static var stallTimeout: Int64 { 1_000_000_000 }
  /// One buffer is shown, one is drawn on, and one is queued.
  private static var bufferLimit: Int { 3 }

  /// Throws when there is no memory for the back buffer.
  init(
    _ connection: WaylandConnection, _ surface: WaylandSurface, _ layout: SurfaceLayout,
    _ description: OutputDescription, _ rule: OutputConfiguration.Rule
  ) throws(SystemError) {
    backBuffer = try BackBuffer(
      width: description.width, height: description.height, tones: rule.tones ?? .all)
    uncommittedDamage = Region(backBuffer.bounds)
    self.connection = connection
    self.surface = surface
    self.layout = layout
    properties = description
    configuredRole = rule.role
    let period = Int64(1e9 / description.refresh)
    frameClock = FrameClock(period: period, pacing: .vblank)
    callbackClock = CallbackClock(period: period)
  }

  deinit {
    if let callback { wl_callback_destroy(callback) }
    if let feedback { wp_presentation_feedback_destroy(feedback) }
  }

  var description: OutputDescription {
    var description = properties
    description.role = role
    description.state = lastCommit == nil ? .dark : .lit
    return description
  }

  var capabilities: OutputCapabilities {
    OutputCapabilities(
      modes: ["\(Int(layout.width))x\(Int(layout.height))@\(description.refresh)"], formats: ["xrgb8888"])
  }

  /// What is below a fullscreen toplevel is never shown (xdg_toplevel.set_fullscreen).
  var canFade: Bool { surface.isLayer }

  func setOpacity(_ opacity: UInt8) {
    if opacity & self.opacity == 255 || !canFade { return }
    self.opacity = opacity
    for buffer in buffers { buffer.pendingDamage = Region(backBuffer.bounds) }
    uncommittedDamage = Region(backBuffer.bounds)
  }

  private var hasFreeBuffer: Bool { buffers.count < WaylandOutput.bufferLimit || buffers.contains { !$0.isBusy } }

  func earliest(now: Int64) -> Int64? {
    if connection.isWriteBlocked || !hasFreeBuffer { return nil }
    guard let lastCommit else { return retryTime }
    if callback != nil { return lastCommit + WaylandOutput.stallTimeout }
    // Callbacks that come faster than refreshes are ignored.
    let next = frameClock.refreshesPerFrame > 1 ? frameClock.earliest(now: now) : lastCommit + frameClock.period * 3 / 4
    return max(retryTime, next)
  }

  func present(
    _ drawOps: [DrawOp], over background: Color, orCopyFrom other: BackBuffer?, now: Int64
  ) throws(OutputError) -> PresentResult {
    let damage = backBuffer.draw(drawOps, over: background, orCopyFrom: other)
    for buffer in buffers { buffer.pendingDamage.add(damage) }
    uncommittedDamage.add(damage)
    if uncommittedDamage.isEmpty, !surface.needsCommit {
      frameClock.unchanged(target: frameClock.target(now: now))
      return .unchanged
    }
    let buffer: ShmBuffer
    do throws(SystemError) {
      buffer = try freeBuffer()
    } catch {
      retryTime = now + backoff.delay
      backoff.lengthen()
      throw OutputError("\(description.name): \(error.text); trying again", error)
    }
    backoff.reset()
    if callback != nil { frameClock.abandonFrame() }
    let target = frameClock.target(now: now), proxy = surface.proxy
    surface.acknowledge()
    buffer.attach(to: proxy, backBuffer, layout.rotation, opacity: opacity)
    if lastCommit == nil { configureSurface() }
    for rect in uncommittedDamage.rects {
      let area = layout.rotation.turned(rect, width: backBuffer.width, height: backBuffer.height)
      wl_surface_damage_buffer(proxy, area.minX, area.minY, area.width, area.height)
    }
    // At most one of each is pending.
    if callback == nil { callback = listen(to: wl_surface_frame(proxy)) }
    if feedback == nil, let presentation = connection[wayland_presentation] {
      feedback = listen(to: wp_presentation_feedback(presentation, proxy))
    }
    wl_surface_commit(proxy)
    connection.flush()
    lastCommit = now
    uncommittedDamage = Region()
    frameClock.submitted(target: target, begun: now, now: Clock.nanoseconds)
    return .shown
  }

  /// Returns a buffer that the compositor does not read, or a new one.
  private func freeBuffer() throws(SystemError) -> ShmBuffer {
    buffers.removeAll { !$0.isBusy && $0.hasAlpha != (opacity < 255) }
    if let free = buffers.first(where: { !$0.isBusy }) { return free }
    // The global was bound when this output was made.
    guard let shm = connection[wayland_shm] else { throw SystemError("wl_shm", Errno.operationNotSupportedByDevice) }
    let buffer = try ShmBuffer(shm, layout, backBuffer, hasAlpha: opacity < 255)
    buffers.append(buffer)
    return buffer
  }

  /// Sets scale, transform and destination of all buffers.
  private func configureSurface() {
    wl_surface_set_buffer_scale(surface.proxy, layout.bufferScale)
    wl_surface_set_buffer_transform(surface.proxy, layout.transform)
    guard let viewport = surface.viewport else { return }
    let isScaled = layout.density != Double(layout.bufferScale)
    wp_viewport_set_destination(viewport, isScaled ? layout.pointWidth : -1, isScaled ? layout.pointHeight : -1)
  }

  override func handleEvent(_ event: UInt32, of object: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>) {
    let now = Clock.nanoseconds
    if object == callback {
      wl_callback_destroy(callback)
      callback = nil
      let refresh = callbackClock.callbackReceived(now: now)
      frameClock.flipped(sequence: refresh.sequence, time: refresh.time)
      connection.hasReceivedFrameCallback = true
      return
    }
    if event == wp_presentation_feedback_event_sync_output { return }
    wp_presentation_feedback_destroy(feedback)
    feedback = nil
    guard event == wp_presentation_feedback_event_presented else { return }
    let seconds = Int64(arguments[1].u), refresh = Int64(arguments[3].u)
    let isOtherPeriod = abs(refresh - frameClock.period) > frameClock.period / 100
    if isOtherPeriod, (1_000_000...1_000_000_000).contains(refresh) {
      frameClock.change(period: refresh)
      callbackClock.period = refresh
    }
    if connection.isMonotonic { callbackClock.presented(at: seconds * 1_000_000_000 + Int64(arguments[2].u), now: now) }
  }

  /// When to ask for `stallMessage`.
  var deadline: Int64? {
    guard let lastCommit, !hasLoggedStall, callback != nil || !hasFreeBuffer else { return nil }
    return lastCommit + WaylandOutput.stallTimeout
  }

  /// A log line for a stalled compositor, once. The surface may only be hidden.
  func stallMessage(now: Int64) -> Bytes? {
    guard let deadline, deadline <= now else { return nil }
    hasLoggedStall = true
    return hasFreeBuffer
      ? "\(description.name): the compositor asks for no frames; it gets one a second"
      : "\(description.name): the compositor keeps all buffers; the picture stands still until it lets one go"
  }
}
