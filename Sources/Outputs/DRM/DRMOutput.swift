internal import CDRM
import Linux
import Notation
import Raster

/// A screen on a DRM card, double-buffered, with page flips at vsync.
final class DRMOutput: Output {
  private(set) var pacer: Pacer
  let role: Role
  let pipe: Pipe

  private let card: Card
  private var scanout: Scanout
  /// Nil once the driver is known to have no atomic commits for this screen.
  private let atomic: AtomicPresentation?
  private let legacy: LegacyPresentation
  private var presentation: any Presentation
  private var shadow: Shadow
  private let rotation: Rotation
  private let scale: Double?
  /// The way in which the screen is lit, or was last tried.
  private var attempt = Attempt()
  /// The one at `front` is on the screen, or on its way there; the other is made when it is needed first.
  private var buffers: [DumbBuffer] = []
  private var front = 0
  /// Whether changes go into the buffer on the screen, and the driver is told (DIRTYFB): nil where that was not tried.
  private var isDirect: Bool?
  /// Flips that failed since one worked, and the error that was told last.
  private var failures = 0
  private var lastError: Int32 = 0

  init(_ card: Card, _ pipe: Pipe, _ rule: Arrangement.Rule, standard: Rotation) throws(OutputError) {
    (self.card, self.pipe) = (card, pipe)
    (role, scale) = (rule.role ?? .mirror, rule.scale)
    let rotation = rule.rotation ?? pipe.connector.orientation ?? standard
    self.rotation = rotation
    atomic = card.isAtomic ? AtomicPresentation(card, pipe, rotation: rotation) : nil
    legacy = LegacyPresentation(card, pipe)
    presentation = legacy
    scanout = Scanout(
      Ladder(
        isAtomic: atomic != nil, turnsInHardware: rotation != .none && pipe.plane?.canTurn(rotation) ?? false,
        modes: pipe.modes.count, bits: pipe.formats.map { $0.bitsPerPixel }))
    pacer = Pacer(period: pipe.modes[0].period)
    shadow = try DRMOutput.shadow(card, pipe.modes[0], rotation)
  }

  private static func shadow(_ card: Card, _ mode: drmModeModeInfo, _ rotation: Rotation) throws(OutputError) -> Shadow
  {
    let width = Int32(mode.hdisplay), height = Int32(mode.vdisplay)
    do throws(SystemError) {
      return rotation.isSideways ? try Shadow(width: height, height: width) : try Shadow(width: width, height: height)
    } catch {
      throw OutputError("\(card.path): \(error.text)", error)
    }
  }

  var isGone: Bool { scanout.state == .gone }
  var isCardGone: Bool { scanout.isCardGone }
  var isLit: Bool { scanout.state == .lit }
  private var isDark: Bool { if case .dark = scanout.state { true } else { false } }
  var isAside: Bool { scanout.state == .aside }

  /// Whether its cable could not be trained for what it is driven with: it is dark until it is set up anew.
  var isLinkBad: Bool {
    let properties = card.properties.read(pipe.connector.id, drm_object_connector)
    return properties.value("link-status") == UInt64(DRM_MODE_LINK_STATUS_BAD)
  }

  /// The framebuffers that are ours, for a successor.
  var framebuffers: [UInt32] { buffers.map { $0.framebuffer } }

  var description: OutputDescription {
    let mode = pipe.modes[attempt.mode]
    let text = TextScale(
      width: Int32(mode.hdisplay), height: Int32(mode.vdisplay), millimetres: card.isFirmware ? (0, 0) : millimetres)
    return OutputDescription(
      kind: "drm", name: pipe.connector.name, device: card.path, width: shadow.width, height: shadow.height,
      scale: scale ?? text.value, refresh: 1e9 / Double(pacer.period),
      path: attempt.isAtomic && atomic != nil ? "atomic" : "legacy", role: role, rotation: rotation.degrees,
      format: pipe.formats[attempt.format].name, state: isLit ? "lit" : isAside ? "aside" : "dark")
  }

  private var millimetres: (width: Int32, height: Int32) { pipe.connector.millimetres }

  var capabilities: OutputCapabilities {
    OutputCapabilities(modes: pipe.connector.modes.map { $0.text }, formats: pipe.formats.map { Bytes($0.name) })
  }

  func earliest(now: Int64) -> Int64? {
    if pacer.isWaiting { return nil }
    return scanout.earliest(now: now).map { max($0, isLit ? pacer.earliest(now: now) : 0) }
  }

  func rest() { pacer.rested() }
  func yieldCPU(refreshesPerFrame: Int64) { pacer.courtesy = refreshesPerFrame }

  func present(_ marks: [Mark], over background: Color, now: Int64) throws(OutputError) -> Presented {
    let damage = shadow.draw(marks, over: background)
    for buffer in buffers { buffer.stale.add(damage) }
    // A flip brings our picture back by itself, if the kernel's console has come over it; telling of changes does not.
    if isLit, isDirect == true, isShownNoMore { scanout.darken(now) }
    let begun = now
    while true {
      let step = scanout.step(now: now)
      do throws(SystemError) {
        if step == .nothing { return .outdated }
        if step == .flip, buffers[front].stale.isEmpty { return .unchanged }
        if case .light(let way) = step { return try light(way, begun) ? .shown : .outdated }
        try flip(begun)
        (failures, lastError) = (0, 0)
        return .shown
      } catch {
        let canGoOn = scanout.failed(error, now: now)
        if canGoOn { continue }
        if !isDark { return .outdated }  // who looks at the card next says what has become of it
        if case .light = step, Remedy(error) == .again { return .outdated }
        if step == .flip {
          failures += 1
          if failures == 2 { goDirect() }
        }
        if error.code == lastError { return .outdated }
        lastError = error.code
        throw OutputError("\(card.path): \(pipe.connector.name): \(error.text)", error)
      }
    }
  }

  /// One buffer must do from now on: it is drawn into while it is shown.
  private func goDirect() {
    isDirect = true
    (buffers, front) = ([buffers[front]], 0)
    pacer.goByTimer()
  }

  /// False when the screen was tried in a mode of another size, and needs another picture.
  private func light(_ way: Attempt, _ begun: Int64) throws(SystemError) -> Bool {
    let mode = pipe.modes[way.mode]
    if way.mode != attempt.mode {
      attempt = way
      buffers = []
      pacer = Pacer(period: mode.period)
      let fresh = try? DRMOutput.shadow(card, mode, rotation)  // memory is short: the attempt after this one is smaller
      guard let fresh else { throw SystemError("mmap", 12) }
      shadow = fresh
      return false
    }
    let buffer = try buffer(for: way, mode)
    if way.isAtomic, let atomic { presentation = atomic } else { presentation = legacy }
    attempt = way
    buffer.stale = Region(shadow.bounds)  // whatever was there before: all of it
    buffer.update(from: shadow)
    try card.asMaster { () throws(SystemError) in try presentation.light(buffer, way) }
    // Only now may another one go that was on the screen.
    if !buffers.contains(where: { $0 === buffer }) { (buffers, front) = ([buffer], 0) }
    scanout.wasLit()
    pacer.shown(target: pacer.target(now: begun))
    return true
  }

  /// The buffer to light the screen with: the one that is on it, where it is of the right kind.
  private func buffer(for way: Attempt, _ mode: drmModeModeInfo) throws(SystemError) -> DumbBuffer {
    let format = pipe.formats[way.format]
    let turn = way.turnsInHardware ? .none : rotation
    if !buffers.isEmpty, buffers[front].format == format, buffers[front].rotation == turn { return buffers[front] }
    let width = Int32(mode.hdisplay), height = Int32(mode.vdisplay)
    let swaps = way.turnsInHardware && rotation.isSideways
    do throws(SystemError) {
      return try DumbBuffer(
        on: card, width: swaps ? height : width, height: swaps ? width : height, format: format, rotation: turn)
    } catch {
      if Remedy(error) == .shrink { buffers = [] }  // rather a moment of nothing than nothing more
      throw error
    }
  }

  private func flip(_ begun: Int64) throws(SystemError) {
    let lacking = buffers[front].stale
    let target = pacer.target(now: begun)
    // Without vblanks nothing is gained by a second buffer, and a driver that is told what changed sends only that.
    if isDirect ?? (pacer.pacing == .timer && !presentation.takesClips), try touch(lacking, target, begun) {
      return
    }
    if buffers.count == 1 {
      do throws(SystemError) {
        let first = buffers[0]
        buffers.append(
          try DumbBuffer(
            on: card, width: first.width, height: first.height, format: first.format, rotation: first.rotation))
        buffers[1].stale = Region(shadow.bounds)
      } catch {
        let remedy = Remedy(error)
        if remedy == .rescan || remedy == .forget { throw error }
        goDirect()
        _ = try touch(lacking, target, begun)
        return
      }
    }
    let back = buffers[1 - front]
    back.update(from: shadow)
    let clips = back.clips(of: lacking, in: shadow)
    try card.asMaster { () throws(SystemError) in try presentation.flip(to: back, clips: clips) }
    front = 1 - front
    pacer.submitted(target: target, begun: begun, now: Clock.nanoseconds)
  }

  /// Changes the buffer on the screen; false when the driver wants flips.
  private func touch(_ damage: Region, _ target: Int64, _ begun: Int64) throws(SystemError) -> Bool {
    let buffer = buffers[front]
    buffer.update(from: shadow)
    var clips = buffer.clips(of: damage, in: shadow).map {
      drm_clip_rect(
        x1: UInt16(clamping: $0.minX), y1: UInt16(clamping: $0.minY), x2: UInt16(clamping: $0.maxX),
        y2: UInt16(clamping: $0.maxY))
    }
    do throws(SystemError) {
      try card.asMaster { () throws(SystemError) in
        let number = card.descriptor.number
        try drm("drmModeDirtyFB", drmModeDirtyFB(number, buffer.framebuffer, &clips, UInt32(clips.count)))
      }
    } catch {
      let isLive = [38, 95, 22].contains(error.code)  // ENOSYS, EOPNOTSUPP, EINVAL: it is scanned out as it is
      if isLive && isDirect == true {  // there is only one buffer: this was all
        pacer.shown(target: target, begun: begun, now: Clock.nanoseconds)
        return true
      }
      buffer.stale.add(damage)
      if !isLive { throw error }
      isDirect = false
      return false
    }
    if isDirect == nil { goDirect() }
    pacer.shown(target: target, begun: begun, now: Clock.nanoseconds)
    return true
  }

  /// The display reports that a frame is seen.
  func flipped(_ flip: drm_flip) {
    if flip.crtc == pipe.crtc || flip.crtc == 0 { pacer.flipped(sequence: flip.sequence, time: flip.nanoseconds) }
  }

  /// The last frame should have been seen long ago: whether the card still answers decides what that means.
  func expire(now: Int64) {
    guard let deadline = pacer.deadline, now >= deadline else { return }
    let shown = card.framebuffer(of: pipe.crtc)
    if let shown, framebuffers.contains(shown), pacer.waitsOn(now: now) { return }
    pacer.gaveUp()
    if shown == nil {
      _ = scanout.failed(SystemError(last: "drmModeGetCrtc"), now: now)
    } else {
      scanout.darken(now)
    }
  }

  /// Another program has the display from now on: the picture stays, and nothing of ours is sent.
  func stepAside() {
    pacer.gaveUp()
    scanout.stepAside()
  }

  func comeBack(_ now: Int64) { scanout.comeBack(now) }

  /// Lights the screen anew though nothing failed: after the display was exchanged, or the machine slept.
  func refresh(_ now: Int64, modeset: Bool = false) { scanout.darken(now, modeset: modeset) }

  /// Whether another program's picture is on the screen, where ours was.
  var isReplaced: Bool { !buffers.isEmpty && isShownNoMore && card.framebuffer(of: pipe.crtc) ?? 0 != 0 }

  /// Whether our picture is no longer on the screen.
  var isShownNoMore: Bool { card.framebuffer(of: pipe.crtc).map { !framebuffers.contains($0) } ?? true }

  var pixels: [UInt32] { shadow.pixels }

  var hasPicture: Bool { !buffers.isEmpty }

  /// Leaves the picture on the screen when this goes, for as long as the kernel can.
  func leaveOnScreen() { if hasPicture { buffers[front].leaveOnScreen() } }
}
