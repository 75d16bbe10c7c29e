import System
import Support
import Raster

/// A display that is memory: changes are drawn where they are seen, or into a second picture below, which is then shown.
final class FbdevOutput: Output {
  private(set) var frameClock: FrameClock
  let role: Role
  let framebuffer: Framebuffer
  /// Whether the picture is left alone: it was given up, or another terminal is shown.
  var isInactive = false
  /// Whether the driver has gone, or another output has taken this one's place: nothing more is written.
  private(set) var isGone = false

  private let loop: EventLoop
  private var lock: Lock?
  private let name: Bytes
  private let backBuffer: BackBuffer
  private let rotation: Rotation
  private let scale: Double?
  /// The picture that is seen, and where there are two the one that is not.
  private var front: Page
  private var back: Page?
  private var probe: (worker: WorkerProcess, token: EventLoop.Token?, deadline: Int64)?
  /// When the display is asked for its beat; nil for never again.
  private var nextProbe: Int64? = 0
  private(set) var hasPicture = false
  /// How often in a row a pan took too long.
  private var slowPans = 0

  private struct Page {
    /// Its first row in the memory.
    let row: Int
    /// What the shadow holds and this does not yet.
    var pendingDamage: Region
  }

  /// Nanoseconds until the beat is asked for again: clocks drift apart by a part of a refresh in that time.
  private static var probeInterval: Int64 { 10_000_000_000 }
  /// Nanoseconds in which a driver that knows vblanks has told of some.
  private static var probeTimeout: Int64 { 2_000_000_000 }
  /// Nanoseconds before a vblank at which drivers are called that wait for it.
  private static var callLead: Int64 { 2_000_000 }

  init(
    _ framebuffer: Framebuffer, _ loop: EventLoop, _ lock: Lock?, _ rule: OutputConfiguration.Rule,
    defaultRotation: Rotation
  ) throws(OutputError) {
    (self.framebuffer, self.loop, self.lock, name) = (framebuffer, loop, lock, rule.pattern)
    (role, scale, rotation) = (rule.role ?? .mirror, rule.scale, rule.rotation ?? defaultRotation)
    let layout = framebuffer.layout, isSideways = rotation.isSideways
    do throws(SystemError) {
      backBuffer = try BackBuffer(
        width: isSideways ? layout.height : layout.width, height: isSideways ? layout.width : layout.height)
    } catch {
      throw OutputError("\(framebuffer.path): \(error.text)", error)
    }
    frameClock = FrameClock(period: layout.period, pacing: .timer)
    front = Page(row: layout.firstRow, pendingDamage: Region(backBuffer.bounds))
  }

  deinit { if let token = probe?.token { loop.forget(token) } }

  var description: OutputDescription {
    let layout = framebuffer.layout
    let text = TextScale(width: layout.width, height: layout.height, millimetres: framebuffer.millimetres)
    return OutputDescription(
      kind: "fbdev", name: name, device: framebuffer.path, width: backBuffer.width, height: backBuffer.height,
      scale: scale ?? text.value, refresh: refresh, path: back == nil ? "" : "panning", role: role,
      rotation: rotation.degrees, format: format, state: isInactive ? "aside" : "lit")
  }

  var capabilities: OutputCapabilities {
    let layout = framebuffer.layout
    return OutputCapabilities(
      modes: ["\(Int(layout.width))x\(Int(layout.height))@\(refresh)"], formats: [Bytes(format)])
  }

  private var refresh: Double { 1e9 / Double(frameClock.period) }
  private var format: StaticString { framebuffer.layout.channels.format?.name ?? "packed" }
  var pixels: [UInt32] { backBuffer.pixels }
  func rest() { frameClock.rested() }
  func setFrameDivisor(refreshesPerFrame: Int64) { frameClock.frameDivisor = refreshesPerFrame }
  func earliest(now: Int64) -> Int64? { isInactive || isGone ? nil : frameClock.earliest(now: now) }

  func present(_ drawOps: [DrawOp], over background: Color, now: Int64) throws(OutputError) -> PresentResult {
    let damage = backBuffer.draw(drawOps, over: background)
    front.pendingDamage.add(damage)
    back?.pendingDamage.add(damage)
    if isInactive || isGone { return .outdated }
    if front.pendingDamage.isEmpty { return .unchanged }
    let target = frameClock.target(now: now)
    if let back {
      try flip(to: back, target, now)
    } else {
      draw(front)
      front.pendingDamage = Region()
      framebuffer.flush()
      frameClock.shown(target: target, begun: now, now: Clock.nanoseconds)
    }
    hasPicture = true
    if let time = nextProbe, time <= now { startProbe(now) }
    return isGone ? .outdated : .shown
  }

  private func draw(_ page: Page) { framebuffer.draw(page.pendingDamage, of: backBuffer, at: page.row, rotation) }

  private func flip(to next: Page, _ target: Int64, _ begun: Int64) throws(OutputError) {
    draw(next)
    let drawn = Clock.nanoseconds
    do throws(SystemError) {
      if slowPans == 3 { throw SystemError("FBIOPAN_DISPLAY", Errno.timeout) }
      try framebuffer.pan(to: next.row)
    } catch {
      back = nil
      if error.isLossOfDevice { return close() }  // who looks for framebuffers next says what has become of it
      throw OutputError("\(framebuffer.path): \(error.text); changes are drawn where they are seen from now on", error)
    }
    let seen = Clock.nanoseconds, wait = seen - drawn
    // What was shown at first may begin anywhere; from now on it is one of two places.
    let otherRow = Int(framebuffer.layout.height) - next.row
    back = front.row == otherRow ? front : Page(row: otherRow, pendingDamage: Region(backBuffer.bounds))
    front = Page(row: next.row, pendingDamage: Region())
    let isVblank = wait > FbdevOutput.callLead / 2 && wait < frameClock.period * 3 / 2
    frameClock.shown(target: target, begun: begun, now: isVblank ? drawn : seen)
    // It is called just before the next one, so that nobody waits long.
    if isVblank { frameClock.align(to: seen - FbdevOutput.callLead - (drawn - begun), every: frameClock.period) }
    // The call waits for the console's lock too, and that for whatever the kernel writes on a serial line: once is nothing.
    slowPans = wait > FbdevOutput.slowPanDuration ? slowPans + 1 : 0
  }

  /// Has the display lit, and its beat found out, by a process that may wait for the driver: we never do.
  ///
  /// The driver's lock is held meanwhile, so nothing is panned until that is over.
  private func startProbe(_ now: Int64) {
    nextProbe = nil
    let worker = try? WorkerProcess(returning: {
      framebuffer.unblank()
      return VblankPhase(of: framebuffer)?.bytes ?? []
    })
    guard let worker else { return framebuffer.unblank() }  // no process to be had: then it is done without a beat
    let token = try? loop.watch(worker.descriptor) { [unowned(unsafe) self] _ in finishProbe() }
    probe = (worker, token, now + FbdevOutput.probeTimeout)
  }

  private func finishProbe() {
    guard let worker = endProbe() else { return }
    if let vblankPhase = VblankPhase(worker.result(limit: 64)) {
      frameClock.align(to: vblankPhase.vblank, every: vblankPhase.period)
      nextProbe = Clock.nanoseconds + FbdevOutput.probeInterval
    }
    let layout = framebuffer.layout
    if layout.canPan {
      // A panned picture is seen from the next vblank on by itself, and asking would hold it up.
      nextProbe = nil
      back = Page(
        row: front.row < Int(layout.height) ? Int(layout.height) : 0, pendingDamage: Region(backBuffer.bounds))
    }
  }

  private func endProbe() -> WorkerProcess? {
    defer { probe = nil }
    if let token = probe?.token { loop.forget(token) }
    return probe?.worker
  }

  /// At once where there is no more to be had of it.
  var wakeUp: Int64? { isGone ? 0 : probe?.deadline }

  /// Draws no more, and lets others claim the device.
  func close() {
    isGone = true
    lock = nil
    _ = endProbe()
  }

  /// Gives up on a driver that keeps the otherRow process waiting, and with it its lock: nothing is ever asked of it again.
  func expire(now: Int64) { if let probe, probe.deadline <= now { _ = endProbe() } }
}
