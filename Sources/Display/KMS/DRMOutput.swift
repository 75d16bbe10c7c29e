internal import CDRM
import System
import Support
import Raster

/// A screen on a DRM card, double-buffered, with page flips at vsync.
final class DRMOutput: Output {
  private(set) var frameClock: FrameClock
  let role: Role
  let pipeline: Pipeline

  private let card: Card
  private var outputState: OutputState
  /// Nil once the driver is known to have no atomic commits for this screen.
  private let atomic: AtomicCommit?
  private let legacy: LegacyCommit
  private var commit: any KMSCommit
  private var backBuffer: BackBuffer
  private let rotation: Rotation
  private let scale: Double?
  /// The way in which the screen is lit, or was last tried.
  private var attempt = ModesetConfiguration()
  /// The one at `front` is on the screen, or on its way there; the other is made when it is needed first.
  private var buffers: [DumbBuffer] = []
  private var front = 0
  /// Whether changes go into the buffer on the screen, and the driver is told (DIRTYFB): nil where that was not tried.
  private var usesDirtyFB: Bool?
  /// Flips that failed since one worked, and the error that was told last.
  private var failures = 0
  private var lastError: Int32 = 0

  init(_ card: Card, _ pipeline: Pipeline, _ rule: OutputConfiguration.Rule, standard: Rotation) throws(OutputError) {
    (self.card, self.pipeline) = (card, pipeline)
    (role, scale) = (rule.role ?? .mirror, rule.scale)
    let rotation = rule.rotation ?? pipeline.connector.orientation ?? standard
    self.rotation = rotation
    atomic = card.isAtomic ? AtomicCommit(card, pipeline, rotation: rotation) : nil
    legacy = LegacyCommit(card, pipeline)
    commit = legacy
    outputState = OutputState(
      ModesetFallbacks(
        isAtomic: atomic != nil, turnsInHardware: rotation != .none && pipeline.plane?.canTurn(rotation) ?? false,
        modes: pipeline.modes.count, bits: pipeline.formats.map { $0.bitsPerPixel }))
    frameClock = FrameClock(period: pipeline.modes[0].period)
    backBuffer = try DRMOutput.backBuffer(card, pipeline.modes[0], rotation)
  }

  private static func backBuffer(_ card: Card, _ mode: drmModeModeInfo, _ rotation: Rotation) throws(OutputError)
    -> BackBuffer
  {
    let width = Int32(mode.hdisplay), height = Int32(mode.vdisplay)
    do throws(SystemError) {
      return rotation.isSideways
        ? try BackBuffer(width: height, height: width) : try BackBuffer(width: width, height: height)
    } catch {
      throw OutputError("\(card.path): \(error.text)", error)
    }
  }

  var isGone: Bool { outputState.state == .gone }
  var isCardGone: Bool { outputState.isCardGone }
  var isLit: Bool { outputState.state == .lit }
  private var isDark: Bool { if case .dark = outputState.state { true } else { false } }
  var isAside: Bool { outputState.state == .aside }

  /// Whether its cable could not be trained for what it is driven with: it is dark until it is set up anew.
  var isLinkBad: Bool {
    let properties = card.properties.read(pipeline.connector.id, drm_object_connector)
    return properties.value("link-status") == UInt64(DRM_MODE_LINK_STATUS_BAD)
  }

  /// The framebuffers that are ours, for a successor.
  var framebuffers: [UInt32] { buffers.map { $0.framebuffer } }

  var description: OutputDescription {
    let mode = pipeline.modes[attempt.mode]
    let text = TextScale(
      width: Int32(mode.hdisplay), height: Int32(mode.vdisplay), millimetres: card.isFirmware ? (0, 0) : millimetres)
    return OutputDescription(
      kind: "drm", name: pipeline.connector.name, device: card.path, width: backBuffer.width, height: backBuffer.height,
      scale: scale ?? text.value, refresh: 1e9 / Double(frameClock.period),
      path: attempt.isAtomic && atomic != nil ? "atomic" : "legacy", role: role, rotation: rotation.degrees,
      format: pipeline.formats[attempt.format].name, state: isLit ? "lit" : isAside ? "aside" : "dark")
  }

  private var millimetres: (width: Int32, height: Int32) { pipeline.connector.millimetres }

  var capabilities: OutputCapabilities {
    OutputCapabilities(
      modes: pipeline.connector.modes.map { $0.text }, formats: pipeline.formats.map { Bytes($0.name) })
  }

  func earliest(now: Int64) -> Int64? {
    if frameClock.isWaiting { return nil }
    return outputState.earliest(now: now).map { max($0, isLit ? frameClock.earliest(now: now) : 0) }
  }

  func rest() { frameClock.rested() }
  func setFrameDivisor(refreshesPerFrame: Int64) { frameClock.frameDivisor = refreshesPerFrame }

  func present(_ drawOps: [DrawOp], over background: Color, now: Int64) throws(OutputError) -> PresentResult {
    let damage = backBuffer.draw(drawOps, over: background)
    for buffer in buffers { buffer.pendingDamage.add(damage) }
    // A flip brings our picture back by itself, if the kernel's console has come over it; telling of changes does not.
    if isLit, usesDirtyFB == true, isShownNoMore { outputState.invalidate(now) }
    let begun = now
    while true {
      let step = outputState.step(now: now)
      do throws(SystemError) {
        if step == .nothing { return .outdated }
        if step == .flip, buffers[front].pendingDamage.isEmpty { return .unchanged }
        if case .modeset(let way) = step { return try modeset(way, begun) ? .shown : .outdated }
        try flip(begun)
        (failures, lastError) = (0, 0)
        return .shown
      } catch {
        let canGoOn = outputState.failed(error, now: now)
        if canGoOn { continue }
        if !isDark { return .outdated }  // who looks at the card next says what has become of it
        if case .modeset = step, ErrorAction(error) == .again { return .outdated }
        if step == .flip {
          failures += 1
          if failures == 2 { switchToSingleBuffer() }
        }
        if error.code == lastError { return .outdated }
        lastError = error.code
        throw OutputError("\(card.path): \(pipeline.connector.name): \(error.text)", error)
      }
    }
  }

  /// One buffer must do from now on: it is drawn into while it is shown.
  private func switchToSingleBuffer() {
    usesDirtyFB = true
    (buffers, front) = ([buffers[front]], 0)
    frameClock.goByTimer()
  }

  /// False when the screen was tried in a mode of another size, and needs another picture.
  private func modeset(_ way: ModesetConfiguration, _ begun: Int64) throws(SystemError) -> Bool {
    let mode = pipeline.modes[way.mode]
    if way.mode != attempt.mode {
      attempt = way
      buffers = []
      frameClock = FrameClock(period: mode.period)
      // Without memory for this mode, the next attempt takes a smaller one.
      let fresh = try? DRMOutput.backBuffer(card, mode, rotation)
      guard let fresh else { throw SystemError("mmap", Errno.noMemory) }
      backBuffer = fresh
      return false
    }
    let buffer = try buffer(for: way, mode)
    if way.isAtomic, let atomic { commit = atomic } else { commit = legacy }
    attempt = way
    buffer.pendingDamage = Region(backBuffer.bounds)  // whatever was there before: all of it
    buffer.update(from: backBuffer)
    try card.asMaster { () throws(SystemError) in try commit.modeset(buffer, way) }
    // Only now may another one go that was on the screen.
    if !buffers.contains(where: { $0 === buffer }) { (buffers, front) = ([buffer], 0) }
    outputState.wasEnabled()
    frameClock.shown(target: frameClock.target(now: begun))
    return true
  }

  /// The buffer to light the screen with: the one that is on it, where it is of the right kind.
  private func buffer(for way: ModesetConfiguration, _ mode: drmModeModeInfo) throws(SystemError) -> DumbBuffer {
    let format = pipeline.formats[way.format]
    let turn = way.turnsInHardware ? .none : rotation
    if !buffers.isEmpty, buffers[front].format == format, buffers[front].rotation == turn { return buffers[front] }
    let width = Int32(mode.hdisplay), height = Int32(mode.vdisplay)
    let swaps = way.turnsInHardware && rotation.isSideways
    do throws(SystemError) {
      return try DumbBuffer(
        on: card, width: swaps ? height : width, height: swaps ? width : height, format: format, rotation: turn)
    } catch {
      if ErrorAction(error) == .shrink { buffers = [] }  // rather a moment of nothing than nothing more
      throw error
    }
  }

  private func flip(_ begun: Int64) throws(SystemError) {
    let lacking = buffers[front].pendingDamage
    let target = frameClock.target(now: begun)
    // Without vblanks nothing is gained by a second buffer, and a driver that is told what changed sends only that.
    if usesDirtyFB ?? (frameClock.pacing == .timer && !commit.takesClips), try commitDamage(lacking, target, begun) {
      return
    }
    if buffers.count == 1 {
      do throws(SystemError) {
        let first = buffers[0]
        buffers.append(
          try DumbBuffer(
            on: card, width: first.width, height: first.height, format: first.format, rotation: first.rotation))
        buffers[1].pendingDamage = Region(backBuffer.bounds)
      } catch {
        let remedy = ErrorAction(error)
        if remedy == .rescan || remedy == .forget { throw error }
        switchToSingleBuffer()
        _ = try commitDamage(lacking, target, begun)
        return
      }
    }
    let back = buffers[1 - front]
    back.update(from: backBuffer)
    let clips = back.clips(of: lacking, in: backBuffer)
    try card.asMaster { () throws(SystemError) in try commit.flip(to: back, clips: clips) }
    front = 1 - front
    frameClock.submitted(target: target, begun: begun, now: Clock.nanoseconds)
  }

  /// Changes the buffer on the screen; false when the driver wants flips.
  private func commitDamage(_ damage: Region, _ target: Int64, _ begun: Int64) throws(SystemError) -> Bool {
    let buffer = buffers[front]
    buffer.update(from: backBuffer)
    var clips = buffer.clips(of: damage, in: backBuffer).map {
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
      // A driver that has no such call scans the memory out as it is.
      let isLive = [Errno.noFunction, Errno.notSupported, Errno.invalidArgument].contains(error.code)
      if isLive && usesDirtyFB == true {  // there is only one buffer: this was all
        frameClock.shown(target: target, begun: begun, now: Clock.nanoseconds)
        return true
      }
      buffer.pendingDamage.add(damage)
      if !isLive { throw error }
      usesDirtyFB = false
      return false
    }
    if usesDirtyFB == nil { switchToSingleBuffer() }
    frameClock.shown(target: target, begun: begun, now: Clock.nanoseconds)
    return true
  }

  /// The display reports that a frame is seen.
  func flipped(_ flip: drm_flip) {
    if flip.crtc == pipeline.crtc || flip.crtc == 0 {
      frameClock.flipped(sequence: flip.sequence, time: flip.nanoseconds)
    }
  }

  /// The last frame should have been seen long ago: whether the card still answers decides what that means.
  func expire(now: Int64) {
    guard let deadline = frameClock.deadline, now >= deadline else { return }
    let shown = card.framebuffer(of: pipeline.crtc)
    if let shown, framebuffers.contains(shown), frameClock.waitsOn(now: now) { return }
    frameClock.gaveUp()
    if shown == nil {
      _ = outputState.failed(SystemError(last: "drmModeGetCrtc"), now: now)
    } else {
      outputState.invalidate(now)
    }
  }

  /// Another program has the display from now on: the picture stays, and nothing of ours is sent.
  func deactivate() {
    frameClock.gaveUp()
    outputState.deactivate()
  }

  func activate(_ now: Int64) { outputState.activate(now) }

  /// Lights the screen anew though nothing failed: after the display was exchanged, or the machine slept.
  func refresh(_ now: Int64, modeset: Bool = false) { outputState.invalidate(now, modeset: modeset) }

  /// Whether another program's picture is on the screen, where ours was.
  var isReplaced: Bool { !buffers.isEmpty && isShownNoMore && card.framebuffer(of: pipeline.crtc) ?? 0 != 0 }

  /// Whether our picture is no longer on the screen.
  var isShownNoMore: Bool { card.framebuffer(of: pipeline.crtc).map { !framebuffers.contains($0) } ?? true }

  var pixels: [UInt32] { backBuffer.pixels }

  var hasPicture: Bool { !buffers.isEmpty }

  /// Leaves the picture on the screen when this goes, for as long as the kernel can.
  func leaveOnScreen() { if hasPicture { buffers[front].leaveOnScreen() } }
}
