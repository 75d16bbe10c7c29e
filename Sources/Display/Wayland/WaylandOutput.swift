internal import CWayland
import System
import Support
import Raster

/// A surface on an output of a compositor, double-buffered, with its frame callbacks.
final class WaylandOutput: ProxyListener, Output {
  let description: OutputDescription
  private(set) var frameClock: FrameClock
  private var callbackClock: CallbackClock
  private let layout: SurfaceLayout
  private let backBuffer: BackBuffer
  /// What the shadow holds and was not lastCommit yet.
  private var uncommittedDamage: Region
  private var buffers: [ShmBuffer] = []
  /// On its way: the compositor's call for the next frame, and its word on when the last one was seen.
  private var callback: OpaquePointer?
  private var feedback: OpaquePointer?
  private var lastCommit: Int64?
  /// When what has failed is tried again.
  private var retryTime: Int64 = 0
  private var retryInterval = OutputState.minimumRetryInterval
  private var hasLoggedStall = false
  // Others go before what they are part of.
  private let window: WaylandSurface
  private let connection: WaylandConnection

  /// How long a compositor may leave us without a call or a buffer; after that it gets a frame in such a time.
  private static var stallTimeout: Int64 { 1_000_000_000 }
  /// One is shown, one is drawn on, and one is on its way.
  private static var bufferLimit: Int { 3 }

  init(
    _ connection: WaylandConnection, _ window: WaylandSurface, _ layout: SurfaceLayout, _ description: OutputDescription
  ) throws(SystemError) {
    backBuffer = try BackBuffer(width: description.width, height: description.height)
    uncommittedDamage = Region(backBuffer.bounds)
    (self.connection, self.window, self.layout, self.description) = (connection, window, layout, description)
    let period = Int64(1e9 / description.refresh)
    (frameClock, callbackClock) = (FrameClock(period: period, pacing: .vblank), CallbackClock(period: period))
  }

  deinit {
    if let callback { wl_callback_destroy(callback) }
    if let feedback { wp_presentation_feedback_destroy(feedback) }
  }

  var capabilities: OutputCapabilities {
    OutputCapabilities(
      modes: ["\(Int(layout.width))x\(Int(layout.height))@\(description.refresh)"], formats: ["xrgb8888"])
  }

  var pixels: [UInt32] { backBuffer.pixels }
  func rest() { frameClock.rested() }
  func setFrameDivisor(refreshesPerFrame: Int64) { frameClock.frameDivisor = refreshesPerFrame }

  private var hasFreeBuffer: Bool { buffers.count < WaylandOutput.bufferLimit || buffers.contains { !$0.isBusy } }

  func earliest(now: Int64) -> Int64? {
    if connection.isWriteBlocked || !hasFreeBuffer { return nil }
    guard let lastCommit else { return retryTime }
    if callback != nil { return lastCommit + WaylandOutput.stallTimeout }
    // A compositor that calls too often is not followed.
    let next = frameClock.refreshesPerFrame > 1 ? frameClock.earliest(now: now) : lastCommit + frameClock.period * 3 / 4
    return max(retryTime, next)
  }

  func present(_ drawOps: [DrawOp], over background: Color, now: Int64) throws(OutputError) -> PresentResult {
    let damage = backBuffer.draw(drawOps, over: background)
    for buffer in buffers { buffer.pendingDamage.add(damage) }
    uncommittedDamage.add(damage)
    if uncommittedDamage.isEmpty, !window.needsCommit { return .unchanged }
    let buffer: ShmBuffer
    do throws(SystemError) {
      buffer = try freeBuffer()
    } catch {
      (retryTime, retryInterval) = (now + retryInterval, min(retryInterval * 2, OutputState.maximumRetryInterval))
      throw OutputError("\(description.name): \(error.text); trying again", error)
    }
    retryInterval = OutputState.minimumRetryInterval
    if callback != nil { frameClock.abandonFrame() }
    let target = frameClock.target(now: now), surface = window.surface
    window.acknowledge()
    buffer.attach(to: surface, backBuffer, layout.rotation)
    if lastCommit == nil { configureSurface() }
    for rect in uncommittedDamage.rects {
      let area = layout.rotation.turned(rect, width: backBuffer.width, height: backBuffer.height)
      wl_surface_damage_buffer(surface, area.minX, area.minY, area.width, area.height)
    }
    // One of each at most, however long they take.
    if callback == nil { callback = listening(to: wl_surface_frame(surface)) }
    if feedback == nil, let commit = connection[wayland_presentation] {
      feedback = listening(to: wp_presentation_feedback(commit, surface))
    }
    wl_surface_commit(surface)
    connection.flush()
    (lastCommit, uncommittedDamage) = (now, Region())
    frameClock.submitted(target: target, begun: now, now: Clock.nanoseconds)
    return .shown
  }

  /// The one that lacks least of those that are free is the first one.
  private func freeBuffer() throws(SystemError) -> ShmBuffer {
    if let free = buffers.first(where: { !$0.isBusy }) { return free }
    // It was there when this was made.
    guard let shm = connection[wayland_shm] else { throw SystemError("wl_shm", Errno.operationNotSupportedByDevice) }
    let buffer = try ShmBuffer(shm, layout, backBuffer)
    buffers.append(buffer)
    return buffer
  }

  /// How buffers lie on the surface, from now on.
  private func configureSurface() {
    wl_surface_set_buffer_scale(window.surface, layout.bufferScale)
    wl_surface_set_buffer_transform(window.surface, layout.transform)
    guard let viewport = window.viewport else { return }
    let isScaled = layout.density != Double(layout.bufferScale)
    wp_viewport_set_destination(viewport, isScaled ? layout.pointWidth : -1, isScaled ? layout.pointHeight : -1)
  }

  override func handleEvents(_ event: UInt32, of object: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>)
  {
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
    let isOther = abs(refresh - frameClock.period) > frameClock.period / 100
    if isOther, (1_000_000...1_000_000_000).contains(refresh) {
      (frameClock, callbackClock) = (FrameClock(period: refresh, pacing: .vblank), CallbackClock(period: refresh))
    }
    if connection.isMonotonic { callbackClock.presented(at: seconds * 1_000_000_000 + Int64(arguments[2].u), now: now) }
  }

  /// When `stallMessage` is to be asked for.
  var deadline: Int64? {
    guard let lastCommit, !hasLoggedStall, callback != nil || !hasFreeBuffer else { return nil }
    return lastCommit + WaylandOutput.stallTimeout
  }

  /// What the compositor owes us for too long, once; it may only have hidden us.
  func stallMessage(now: Int64) -> Bytes? {
    guard let deadline, deadline <= now else { return nil }
    hasLoggedStall = true
    return hasFreeBuffer
      ? "\(description.name): the compositor asks for no frames; it gets one a second"
      : "\(description.name): the compositor keeps all buffers; the picture stands still until it lets one go"
  }
}
