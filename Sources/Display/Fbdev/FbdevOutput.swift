import Raster
import Support
import System

/// An output on a framebuffer: damage is written to the visible page, or to a hidden page that is then panned to.
final class FbdevOutput: Output {
  let frameClock: FrameClock
  let configuredRole: Role?
  var isDefaultPrimary = false
  let device: FbdevDevice
  /// Whether nothing is drawn: the display was released, or another virtual terminal is shown.
  var isInactive = false { didSet { if isInactive != oldValue { forgetOpens() } } }
  /// Whether the driver is gone or the output was closed: nothing more is written.
  private(set) var isGone = false

  private let loop: EventLoop
  /// Notices other programs that open the device: they may draw while nothing is drawn here, or set another mode.
  private var openWatch: (source: OpenWatch, token: EventLoop.Token)?
  /// Whether one of them has opened the device since nothing is drawn, and none has closed it since.
  private var wasOpened = false
  private(set) var lock: Lock?
  private let name: Bytes
  let backBuffer: BackBuffer
  private let rotation: Rotation
  private let scale: Double?
  /// The visible page, and the hidden one where the driver can pan.
  private var front: Page
  private var back: Page?
  /// The worker process that unblanks the display and measures its vblanks.
  private var probe: (worker: WorkerProcess, token: EventLoop.Token?, deadline: Int64)?
  /// When to measure the vblank phase again; nil for never.
  private var nextProbe: Int64? = 0
  /// Whether a probe has timed out.
  private var isBlocked = false
  private(set) var hasPicture = false
  /// How many pans in a row were slower than `slowPanDuration`.
  private var slowPans = 0

  /// A part of the framebuffer's memory that holds one picture.
  private struct Page {
    /// The first row in the framebuffer's memory.
    let row: Int
    /// Damage that this page has not received yet.
    var pendingDamage: Region
  }

  /// Nanoseconds until the vblank phase is measured again: the display's clock and ours drift apart by part of a
  /// refresh in that time.
  private static var probeInterval: Int64 { 10_000_000_000 }
  /// Nanoseconds until a probe is given up; a driver with vblanks reports 17 of them in that time.
  private static var probeTimeout: Int64 { 2_000_000_000 }
  /// Nanoseconds after which a pan counts as slow; three in a row end panning.
  private static var slowPanDuration: Int64 { 250_000_000 }
  /// FBIOPAN_DISPLAY is called this many nanoseconds before a vblank where the driver waits for it.
  private static var panLead: Int64 { 2_000_000 }

  /// `rule.pattern` is the output's name; `defaultRotation` is used where the rule has none.
  init(
    _ device: FbdevDevice, _ loop: EventLoop, _ lock: Lock?, _ rule: OutputConfiguration.Rule,
    defaultRotation: Rotation
  ) throws(OutputError) {
    self.device = device
    self.loop = loop
    self.lock = lock
    name = rule.pattern
    configuredRole = rule.role
    scale = rule.scale
    rotation = rule.rotation ?? defaultRotation
    let layout = device.layout, isSideways = rotation.isSideways
    do throws(SystemError) {
      backBuffer = try BackBuffer(
        width: isSideways ? layout.height : layout.width, height: isSideways ? layout.width : layout.height,
        tones: rule.tones ?? layout.format.tones)
    } catch {
      throw OutputError("\(device.path): \(error.text)", error)
    }
    frameClock = FrameClock(period: layout.period, pacing: .timer)
    front = Page(row: layout.firstRow, pendingDamage: Region(backBuffer.bounds))
    if let source = try? OpenWatch(device.path),
      let token = try? loop.watch(source.descriptor, for: .nothing, { [unowned(unsafe) self] _ in readOpens() })
    {
      openWatch = (source, token)
    }
  }

  deinit {
    if let token = probe?.token { loop.forget(token) }
    if let token = openWatch?.token { loop.forget(token) }
  }

  var description: OutputDescription {
    let layout = device.layout
    let computed = DisplayScale(width: layout.width, height: layout.height, millimetres: device.millimetres)
    return OutputDescription(
      kind: "fbdev", name: name, device: device.path, width: backBuffer.width, height: backBuffer.height,
      scale: scale ?? computed.value, refresh: refresh, path: back == nil ? "" : "panning", role: role,
      rotation: rotation.degrees, format: format, state: isInactive ? .aside : hasPicture && !isGone ? .lit : .dark,
      isScaleConfigured: scale != nil)
  }

  var capabilities: OutputCapabilities {
    let layout = device.layout
    return OutputCapabilities(
      modes: ["\(Int(layout.width))x\(Int(layout.height))@\(refresh)"], formats: [Bytes(format)])
  }

  private var refresh: Double { 1e9 / Double(frameClock.period) }
  private var format: StaticString { device.layout.channels == nil ? device.layout.format.name : "packed" }
  func earliest(now: Int64) -> Int64? { isInactive || isGone ? nil : frameClock.earliest(now: now) }

  func present(
    _ drawOps: [DrawOp], over background: Color, orCopyFrom other: BackBuffer?, now: Int64
  ) throws(OutputError) -> PresentResult {
    let damage = backBuffer.draw(drawOps, over: background, orCopyFrom: other)
    front.pendingDamage.add(damage)
    back?.pendingDamage.add(damage)
    if isInactive || isGone { return .outdated }
    let target = frameClock.target(now: now)
    if front.pendingDamage.isEmpty {
      frameClock.unchanged(target: target)
      return .unchanged
    }
    if let back {
      try flip(to: back, target, now)
    } else {
      draw(front)
      front.pendingDamage = Region()
      device.flush()
      frameClock.shown(target: target, begun: now, now: Clock.nanoseconds)
    }
    hasPicture = true
    if let time = nextProbe, time <= now { startProbe(now) }
    return isGone ? .outdated : .shown
  }

  private func draw(_ page: Page) { device.draw(page.pendingDamage, of: backBuffer, at: page.row, rotation) }

  private func flip(to next: Page, _ target: Int64, _ begun: Int64) throws(OutputError) {
    draw(next)
    let drawn = Clock.nanoseconds
    do throws(SystemError) {
      if slowPans == 3 { throw SystemError("FBIOPAN_DISPLAY", Errno.timeout) }
      try device.pan(to: next.row)
    } catch {
      back = nil
      if error.isLossOfDevice { return close() }  // the next scan removes it
      throw OutputError("\(device.path): \(error.text); drawing into the visible memory from now on", error)
    }
    let seen = Clock.nanoseconds, wait = seen - drawn
    // The first visible page may begin at any row; from now on pages begin at row 0 or at the display's height.
    let otherRow = Int(device.layout.height) - next.row
    back = front.row == otherRow ? front : Page(row: otherRow, pendingDamage: Region(backBuffer.bounds))
    front = Page(row: next.row, pendingDamage: Region())
    let isVblank = wait > FbdevOutput.panLead / 2 && wait < frameClock.period * 3 / 2
    frameClock.shown(target: target, begun: begun, now: isVblank ? drawn : seen)
    // The next call comes shortly before the next vblank, so that it does not block for long.
    if isVblank { frameClock.align(to: seen - FbdevOutput.panLead - (drawn - begun), every: frameClock.period) }
    // The call also waits for the console lock, which is held while the kernel writes to a serial line, so one slow
    // call is ignored.
    slowPans = wait > FbdevOutput.slowPanDuration ? slowPans + 1 : 0
  }

  /// Unblanks the display and measures its vblanks in a worker process, because the driver may block.
  ///
  /// The worker may hold the driver's lock, so nothing is panned until the probe is over.
  private func startProbe(_ now: Int64) {
    nextProbe = nil
    let worker = try? WorkerProcess(
      keeping: device.descriptor, withDevices: true,
      returning: {
        device.unblank()
        return VblankPhase(of: device)?.bytes ?? []
      })
    guard let worker else { return device.unblank() }  // without a worker, only unblanks
    let token = try? loop.watch(worker.descriptor) { [unowned(unsafe) self] _ in finishProbe() }
    probe = (worker, token, now + FbdevOutput.probeTimeout)
  }

  private func finishProbe() {
    guard let worker = endProbe() else { return }
    closeIfChanged()
    if isGone { return }
    if let vblankPhase = VblankPhase(worker.result(limit: 64)) {
      frameClock.align(to: vblankPhase.vblank, every: vblankPhase.period)
      nextProbe = Clock.nanoseconds + FbdevOutput.probeInterval
    }
    let layout = device.layout
    if layout.canPan {
      // Panning takes effect at the next vblank by itself, and another probe would delay it.
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

  /// The probe's deadline; 0 once the output is gone, so that a scan follows.
  var deadline: Int64? { isGone ? 0 : probe?.deadline }

  /// Whether another program may draw on the device, which it has opened since nothing is drawn here.
  var isOpenElsewhere: Bool {
    readOpens()
    return wasOpened
  }

  private func forgetOpens() {
    readOpens()
    wasOpened = false
  }

  private func readOpens() {
    guard let events = openWatch?.source.read() else { return }
    wasOpened = (wasOpened || events.wasOpened) && !events.wasClosed
    if events.wasClosed, !isInactive { closeIfChanged() }
  }

  /// fbset(8) sets a mode while we draw: the next scan opens the device again.
  private func closeIfChanged() {
    if isGone || isPresent { return }
    close()
    loop.require(.all)
  }

  /// Draws no more, and releases the device lock.
  func close() {
    isGone = true
    lock = nil
    _ = endProbe()
  }

  /// Gives up a probe that has timed out. The driver may hold its lock for ever, so it gets no request any more.
  func expire(now: Int64) {
    guard let probe, probe.deadline <= now else { return }
    _ = endProbe()
    isBlocked = true
  }

  /// Whether a request would wait for the driver's lock, which a probe may hold.
  var mayBlock: Bool { probe != nil || isBlocked }
  /// Whether the driver is still there, with the same layout, as far as it can be asked.
  var isPresent: Bool { mayBlock || device.isPresent }

  /// Draws again, and all of the picture: another program may have drawn meanwhile.
  func activate() {
    isInactive = false
    front.pendingDamage = Region(backBuffer.bounds)
    back?.pendingDamage = Region(backBuffer.bounds)
  }
}
