import Linux
import Notation
import Raster

/// A display that is memory: changes are drawn where they are seen, or into a second picture below, which is then shown.
final class FramebufferOutput: Output {
  private(set) var pacer: Pacer
  let role: Role
  let framebuffer: Framebuffer
  /// Whether the picture is left alone: it was given up, or another terminal is shown.
  var isAside = false
  /// Whether the driver has gone, or another output has taken this one's place: nothing more is written.
  private(set) var isGone = false

  private let loop: EventLoop
  private var lock: Lock?
  private let name: Bytes
  private let shadow: Shadow
  private let rotation: Rotation
  private let scale: Double?
  /// The picture that is seen, and where there are two the one that is not.
  private var front: Page
  private var back: Page?
  private var probe: (errand: Errand, token: EventLoop.Token?, deadline: Int64)?
  /// When the display is asked for its beat; nil for never again.
  private var nextProbe: Int64? = 0
  private(set) var hasPicture = false
  /// How often in a row a pan took too long.
  private var slowPans = 0

  private struct Page {
    /// Its first row in the memory.
    let row: Int
    /// What the shadow holds and this does not yet.
    var stale: Region
  }

  /// Nanoseconds until the beat is asked for again: clocks drift apart by a part of a refresh in that time.
  private static var interval: Int64 { 10_000_000_000 }
  /// Nanoseconds in which a driver that knows vblanks has told of some.
  private static var patience: Int64 { 2_000_000_000 }
  /// Nanoseconds before a vblank at which drivers are called that wait for it.
  private static var margin: Int64 { 2_000_000 }

  init(
    _ framebuffer: Framebuffer, _ loop: EventLoop, _ lock: Lock?, _ rule: Arrangement.Rule, standard: Rotation
  ) throws(OutputError) {
    (self.framebuffer, self.loop, self.lock, name) = (framebuffer, loop, lock, rule.pattern)
    (role, scale, rotation) = (rule.role ?? .mirror, rule.scale, rule.rotation ?? standard)
    let layout = framebuffer.layout, isSideways = rotation.isSideways
    do throws(SystemError) {
      shadow = try Shadow(
        width: isSideways ? layout.height : layout.width, height: isSideways ? layout.width : layout.height)
    } catch {
      throw OutputError("\(framebuffer.path): \(error.text)", error)
    }
    pacer = Pacer(period: layout.period, pacing: .timer)
    front = Page(row: layout.firstRow, stale: Region(shadow.bounds))
  }

  deinit { if let token = probe?.token { loop.forget(token) } }

  var description: OutputDescription {
    let layout = framebuffer.layout
    let text = TextScale(width: layout.width, height: layout.height, millimetres: framebuffer.millimetres)
    return OutputDescription(
      kind: "fbdev", name: name, device: framebuffer.path, width: shadow.width, height: shadow.height,
      scale: scale ?? text.value, refresh: refresh, path: back == nil ? "" : "panning", role: role,
      rotation: rotation.degrees, format: format, state: isAside ? "aside" : "lit")
  }

  var capabilities: OutputCapabilities {
    let layout = framebuffer.layout
    return OutputCapabilities(
      modes: ["\(Int(layout.width))x\(Int(layout.height))@\(refresh)"], formats: [Bytes(format)])
  }

  private var refresh: Double { 1e9 / Double(pacer.period) }
  private var format: StaticString { framebuffer.layout.channels.format?.name ?? "packed" }
  var pixels: [UInt32] { shadow.pixels }
  func rest() { pacer.rested() }
  func yieldCPU(refreshesPerFrame: Int64) { pacer.courtesy = refreshesPerFrame }
  func earliest(now: Int64) -> Int64? { isAside || isGone ? nil : pacer.earliest(now: now) }

  func present(_ marks: [Mark], over background: Color, now: Int64) throws(OutputError) -> Presented {
    let damage = shadow.draw(marks, over: background)
    front.stale.add(damage)
    back?.stale.add(damage)
    if isAside || isGone { return .outdated }
    if front.stale.isEmpty { return .unchanged }
    let target = pacer.target(now: now)
    if let back {
      try flip(to: back, target, now)
    } else {
      draw(front)
      front.stale = Region()
      framebuffer.flush()
      pacer.shown(target: target, begun: now, now: Clock.nanoseconds)
    }
    hasPicture = true
    if let time = nextProbe, time <= now { ask(now) }
    return isGone ? .outdated : .shown
  }

  private func draw(_ page: Page) { framebuffer.draw(page.stale, of: shadow, at: page.row, rotation) }

  private func flip(to next: Page, _ target: Int64, _ begun: Int64) throws(OutputError) {
    draw(next)
    let drawn = Clock.nanoseconds
    do throws(SystemError) {
      if slowPans == 3 { throw SystemError("FBIOPAN_DISPLAY", 62) }  // ETIME
      try framebuffer.pan(to: next.row)
    } catch {
      back = nil
      if error.isLossOfDevice { return retire() }  // who looks for framebuffers next says what has become of it
      throw OutputError("\(framebuffer.path): \(error.text); changes are drawn where they are seen from now on", error)
    }
    let seen = Clock.nanoseconds, wait = seen - drawn
    // What was shown at first may begin anywhere; from now on it is one of two places.
    let other = Int(framebuffer.layout.height) - next.row
    back = front.row == other ? front : Page(row: other, stale: Region(shadow.bounds))
    front = Page(row: next.row, stale: Region())
    let isVblank = wait > FramebufferOutput.margin / 2 && wait < pacer.period * 3 / 2
    pacer.shown(target: target, begun: begun, now: isVblank ? drawn : seen)
    // It is called just before the next one, so that nobody waits long.
    if isVblank { pacer.align(to: seen - FramebufferOutput.margin - (drawn - begun), every: pacer.period) }
    // The call waits for the console's lock too, and that for whatever the kernel writes on a serial line: once is nothing.
    slowPans = wait > FramebufferOutput.patience / 8 ? slowPans + 1 : 0
  }

  /// Has the display lit, and its beat found out, by a process that may wait for the driver: we never do.
  ///
  /// The driver's lock is held meanwhile, so nothing is panned until that is over.
  private func ask(_ now: Int64) {
    nextProbe = nil
    let errand = try? Errand(returning: {
      framebuffer.light()
      return Beat(of: framebuffer)?.bytes ?? []
    })
    guard let errand else { return framebuffer.light() }  // no process to be had: then it is done without a beat
    let token = try? loop.watch(errand.descriptor) { [unowned(unsafe) self] _ in hear() }
    probe = (errand, token, now + FramebufferOutput.patience)
  }

  private func hear() {
    guard let errand = endProbe() else { return }
    if let beat = Beat(errand.result(limit: 64)) {
      pacer.align(to: beat.vblank, every: beat.period)
      nextProbe = Clock.nanoseconds + FramebufferOutput.interval
    }
    let layout = framebuffer.layout
    if layout.canPan {
      // A panned picture is seen from the next vblank on by itself, and asking would hold it up.
      nextProbe = nil
      back = Page(row: front.row < Int(layout.height) ? Int(layout.height) : 0, stale: Region(shadow.bounds))
    }
  }

  private func endProbe() -> Errand? {
    defer { probe = nil }
    if let token = probe?.token { loop.forget(token) }
    return probe?.errand
  }

  /// At once where there is no more to be had of it.
  var wakeUp: Int64? { isGone ? 0 : probe?.deadline }

  /// Draws no more, and lets others claim the device.
  func retire() {
    isGone = true
    lock = nil
    _ = endProbe()
  }

  /// Gives up on a driver that keeps the other process waiting, and with it its lock: nothing is ever asked of it again.
  func expire(now: Int64) { if let probe, probe.deadline <= now { _ = endProbe() } }
}
