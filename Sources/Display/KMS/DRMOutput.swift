internal import CDRM
import Raster
import Support
import System

/// An output of a DRM device, double-buffered with page flips, or single-buffered with DIRTYFB.
final class DRMOutput: Output {
  let frameClock: FrameClock
  let configuredRole: Role?
  var isDefaultPrimary = false
  private(set) var pipeline: Pipeline

  private let card: Card
  private var outputState: OutputState
  /// Nil where the driver has no atomic commits.
  private let atomic: AtomicCommit?
  private let legacy: LegacyCommit
  private(set) var backBuffer: BackBuffer
  private let rotation: Rotation
  private let scale: Double?
  private let tones: Tones
  /// The configuration that is in use, or was tried last.
  private var configuration = ModesetConfiguration()
  /// At most two buffers: the one at `front` is on the screen or queued for it; the other is allocated with the first
  /// flip.
  private var buffers: [DumbBuffer] = [] { didSet { hasNewBuffers = true } }
  /// Whether buffers were made or freed since the device was dispatched: the journal notes their ids, and those of a
  /// predecessor are freed when the first one is shown.
  var hasNewBuffers = false
  private var front = 0
  /// How a frame reaches the display: by a flip to the other buffer, or, where DIRTYFB works, by writing its damage to
  /// the buffer on the screen. Undecided until DIRTYFB was tried.
  private enum Submission { case undecided, flip, dirtyFB }
  private var submission = Submission.undecided
  /// Flips that failed in a row, those that were never reported in a row, and the error code that was reported last.
  private var failedFlips = 0, lostFlips = 0
  private var lastReportedError: Int32 = 0

  /// The output of a pipeline, off at first. Throws when there is no memory for the back buffer.
  init(_ card: Card, _ pipeline: Pipeline, _ rule: OutputConfiguration.Rule, defaultRotation: Rotation)
    throws(OutputError)
  {
    self.card = card
    self.pipeline = pipeline
    configuredRole = rule.role
    scale = rule.scale
    let rotation = rule.rotation ?? pipeline.connector.orientation ?? defaultRotation
    self.rotation = rotation
    atomic = card.isAtomic ? AtomicCommit(card, pipeline, rotation: rotation) : nil
    legacy = LegacyCommit(card, pipeline)
    outputState = OutputState(
      ModesetFallbacks(
        isAtomic: atomic != nil, rotatesInHardware: rotation != .none && pipeline.plane?.canRotate(rotation) ?? false,
        modes: pipeline.modes.count, bits: pipeline.formats.map { $0.bitsPerPixel }))
    frameClock = FrameClock(period: pipeline.modes[0].period)
    tones = rule.tones ?? pipeline.formats[0].tones
    backBuffer = try DRMOutput.backBuffer(card, pipeline.modes[0], rotation, tones)
  }

  private var commit: any KMSCommit {
    guard configuration.isAtomic, let atomic else { return legacy }
    return atomic
  }

  private static func backBuffer(
    _ card: Card, _ mode: drmModeModeInfo, _ rotation: Rotation, _ tones: Tones
  ) throws(OutputError) -> BackBuffer {
    let across = Int32(mode.hdisplay), down = Int32(mode.vdisplay), isSideways = rotation.isSideways
    do throws(SystemError) {
      return try BackBuffer(
        width: isSideways ? down : across, height: isSideways ? across : down, tones: tones)
    } catch {
      throw OutputError("\(card.path): \(error.text)", error)
    }
  }

  /// The size in pixels of a mode that shows the whole buffer.
  private func modeSize(of buffer: BackBuffer) -> (width: Int32, height: Int32) {
    rotation.isSideways ? (buffer.height, buffer.width) : (buffer.width, buffer.height)
  }

  var isGone: Bool { outputState.state == .gone }
  var isDeviceGone: Bool { outputState.isDeviceGone }
  var isEnabled: Bool { outputState.state == .enabled }
  private var isOff: Bool { if case .off = outputState.state { true } else { false } }
  var isInactive: Bool { outputState.state == .inactive }

  /// Whether link training had failed when the connector was read ("link-status"): the display is dark until a modeset.
  var isLinkBad: Bool {
    pipeline.connector.properties.value("link-status") == UInt64(DRM_MODE_LINK_STATUS_BAD)
  }

  /// Our framebuffer ids.
  var framebuffers: [UInt32] { buffers.map { $0.framebuffer } }

  var description: OutputDescription {
    let mode = pipeline.modes[configuration.mode]
    let computed = DisplayScale(
      width: Int32(mode.hdisplay), height: Int32(mode.vdisplay), millimetres: card.isFirmware ? (0, 0) : millimetres)
    return OutputDescription(
      kind: "drm", name: pipeline.connector.name, device: card.path, width: backBuffer.width, height: backBuffer.height,
      scale: scale ?? computed.value, refresh: 1e9 / Double(frameClock.period),
      path: configuration.isAtomic && atomic != nil ? "atomic" : "legacy", role: role, rotation: rotation.degrees,
      format: pipeline.formats[configuration.format].name, state: isEnabled ? .lit : isInactive ? .aside : .dark,
      isScaleConfigured: scale != nil)
  }

  private var millimetres: (width: Int32, height: Int32) { pipeline.connector.millimetres }

  var capabilities: OutputCapabilities {
    OutputCapabilities(
      modes: pipeline.connector.modes.map { $0.text }, formats: pipeline.formats.map { Bytes($0.name) })
  }

  func earliest(now: Int64) -> Int64? {
    if frameClock.isWaiting { return nil }
    guard let earliest = outputState.state.earliest(now: now) else { return nil }
    return isEnabled ? max(earliest, frameClock.earliest(now: now)) : earliest
  }

  func present(
    _ drawOps: [DrawOp], over background: Color, orCopyFrom other: BackBuffer?, now: Int64
  ) throws(OutputError) -> PresentResult {
    let damage = backBuffer.draw(drawOps, over: background, orCopyFrom: other)
    for buffer in buffers { buffer.pendingDamage.add(damage) }
    // After the kernel's console has drawn, a flip brings our picture back, but DIRTYFB does not.
    if isEnabled, submission == .dirtyFB, !isScannedOut { outputState.invalidate(now) }
    let begun = now
    var tried: DumbBuffer?
    while true {
      let step = outputState.step(now: now)
      do throws(SystemError) {
        if step == .nothing { return .outdated }
        if step == .flip, buffers[front].pendingDamage.isEmpty {
          frameClock.unchanged(target: frameClock.target(now: begun))
          return .unchanged
        }
        if case .modeset(let next) = step { return try modeset(next, &tried, begun) ? .shown : .outdated }
        try flip(begun)
        failedFlips = 0
        lastReportedError = 0
        return .shown
      } catch {
        let canRetryNow = outputState.failed(error, now: now)
        if canRetryNow { continue }
        if !isOff { return .outdated }  // DRMDevice.deadline: a lost device or master is handled at once
        if case .modeset = step, ErrorAction(error) == .retryLater { return .outdated }
        if step == .flip {
          failedFlips += 1
          if failedFlips == 2 { switchToSingleBuffer() }
        }
        if error.code == lastReportedError { return .outdated }
        lastReportedError = error.code
        throw OutputError("\(card.path): \(pipeline.connector.name): \(error.text)", error)
      }
    }
  }

  /// Uses one buffer from now on, which is drawn into while it is shown.
  private func switchToSingleBuffer() {
    submission = .dirtyFB
    buffers = [buffers[front]]
    front = 0
    frameClock.useTimer()
  }

  /// `tried` is the buffer of the attempt before, which has this frame; an attempt that needs no other uses it again.
  /// Returns false if the mode has another size, so that a new frame is needed.
  private func modeset(
    _ next: ModesetConfiguration, _ tried: inout DumbBuffer?, _ begun: Int64
  ) throws(SystemError) -> Bool {
    let mode = pipeline.modes[next.mode]
    configuration = next
    frameClock.change(period: mode.period)
    // Not those of the configuration before: there may have been no memory for its back buffer.
    if modeSize(of: backBuffer) != (Int32(mode.hdisplay), Int32(mode.vdisplay)) {
      buffers = []
      // Without memory for this mode, the next configuration has a smaller one.
      let fresh = try? DRMOutput.backBuffer(card, mode, rotation, tones)
      guard let fresh else { throw SystemError("mmap", Errno.noMemory) }
      backBuffer = fresh
      return false
    }
    let buffer = try buffer(for: next, mode, &tried)
    if buffer !== tried {
      buffer.pendingDamage = Region(backBuffer.bounds)  // the buffer's content is unknown
      buffer.update(from: backBuffer)
      tried = buffer
    }
    // While a predecessor draws, there is time for the second buffer, if there will be one.
    let flips = card.hasVblanks || commit.usesDamageClips
    let second = card.isShared && flips ? try? secondBuffer(like: buffer) : nil
    second?.update(from: backBuffer)
    try card.asMaster { () throws(SystemError) in try commit.modeset(buffer, next) }
    // The buffer that was on the screen may be freed only now.
    if !buffers.contains(where: { $0 === buffer }) { (buffers, front) = ([buffer], 0) }
    if let second, buffers.count == 1 { buffers.append(second) }
    outputState.wasEnabled()
    frameClock.shown(target: frameClock.target(now: begun), now: Clock.nanoseconds)
    if frameClock.pacing == .unknown, !card.hasVblanks { frameClock.useCommonGrid() }
    return true
  }

  /// The buffer for a modeset: the one that was tried before or is on the screen if it fits, else a new one.
  private func buffer(
    for next: ModesetConfiguration, _ mode: drmModeModeInfo, _ tried: inout DumbBuffer?
  ) throws(SystemError) -> DumbBuffer {
    let format = pipeline.formats[next.format]
    let copyRotation = next.rotatesInHardware ? .none : rotation
    for buffer in [tried, buffers.isEmpty ? nil : buffers[front]] {
      if let buffer, buffer.format == format, buffer.rotation == copyRotation { return buffer }
    }
    tried = nil  // frees its memory before the next one is allocated
    let width = Int32(mode.hdisplay), height = Int32(mode.vdisplay)
    let swaps = next.rotatesInHardware && rotation.isSideways
    do throws(SystemError) {
      return try DumbBuffer(
        on: card, width: swaps ? height : width, height: swaps ? width : height, format: format, rotation: copyRotation)
    } catch {
      // Frees memory for the next attempt; the display goes dark for a moment.
      if ErrorAction(error) == .reduceMemory { buffers = [] }
      throw error
    }
  }

  private func secondBuffer(like first: DumbBuffer) throws(SystemError) -> DumbBuffer {
    let buffer = try DumbBuffer(
      on: card, width: first.width, height: first.height, format: first.format, rotation: first.rotation)
    buffer.pendingDamage = Region(backBuffer.bounds)
    return buffer
  }

  private func flip(_ begun: Int64) throws(SystemError) {
    let damage = buffers[front].pendingDamage
    let target = frameClock.target(now: begun)
    // Without vblanks a second buffer has no use, and DIRTYFB sends only the damage.
    let triesDirtyFB = submission == .undecided && frameClock.pacing == .timer && !commit.usesDamageClips
    if submission == .dirtyFB || triesDirtyFB, try commitDamage(damage, target, begun) { return }
    if buffers.count == 1 {
      do throws(SystemError) {
        buffers.append(try secondBuffer(like: buffers[0]))
      } catch {
        let action = ErrorAction(error)
        if action == .rescan || action == .closeDevice { throw error }
        switchToSingleBuffer()
        _ = try commitDamage(damage, target, begun)
        return
      }
    }
    let back = buffers[1 - front]
    back.update(from: backBuffer)
    let clips = back.clips(of: damage, in: backBuffer)
    try card.asMaster { () throws(SystemError) in try commit.flip(to: back, clips: clips) }
    front = 1 - front
    frameClock.submitted(target: target, begun: begun, now: Clock.nanoseconds)
  }

  /// Writes damage to the buffer on the screen and sends it with DIRTYFB. Returns false if the driver has no DIRTYFB.
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
      // A driver without DIRTYFB scans the buffer out directly.
      let isUnsupported =
        switch error.code {
        case Errno.noFunction, Errno.notSupported, Errno.invalidArgument: true
        default: false
        }
      if isUnsupported && submission == .dirtyFB {  // the write to the single buffer was enough
        frameClock.shown(target: target, begun: begun, now: Clock.nanoseconds)
        return true
      }
      buffer.pendingDamage.add(damage)
      if !isUnsupported { throw error }
      submission = .flip
      return false
    }
    if submission == .undecided { switchToSingleBuffer() }
    frameClock.shown(target: target, begun: begun, now: Clock.nanoseconds)
    return true
  }

  /// A page-flip event. Drivers that do not name the CRTC report 0.
  func flipped(_ flip: drm_flip) {
    if flip.crtc == pipeline.crtc || flip.crtc == 0 {
      lostFlips = 0
      frameClock.flipped(sequence: flip.sequence, time: flip.nanoseconds)
    }
  }

  /// The deadline of the submitted frame may have passed: asks the device whether our framebuffer is still shown.
  func expire(now: Int64) {
    guard let deadline = frameClock.deadline, now >= deadline else { return }
    guard let shown = card.framebuffer(of: pipeline.crtc) else {
      frameClock.abandonFrame()
      _ = outputState.failed(SystemError(last: "drmModeGetCrtc"), now: now)
      return
    }
    let isOurs = framebuffers.contains(shown)
    if isOurs, lostFlips == 0, frameClock.extendDeadline(now: now) { return }
    frameClock.abandonFrame()
    outputState.invalidate(now)
    if !isOurs { return }
    lostFlips += 1
    if lostFlips == 2 { switchToSingleBuffer() }  // the driver reports no flips
  }

  /// Stops drawing; the picture stays.
  func deactivate() {
    frameClock.abandonFrame()
    outputState.deactivate()
  }

  /// The device can be drawn on again.
  func activate(_ now: Int64) { outputState.activate(now) }

  /// Takes over what a scan has read of the connector; false if that has another display, or a better mode than the one
  /// in use. A probe may only add modes, as fbcon leaves out those that are larger than its own; then nothing flickers.
  func adopt(_ connector: Connector, wanted: ModeRequest?) -> Bool {
    let known = pipeline.connector
    if connector.id != known.id { return false }
    if connector.modes.count != known.modes.count || !connector.modes[0].hasSameTimings(as: known.modes[0]) {
      let mode = pipeline.modes[configuration.mode]
      guard connector.millimetres == known.millimetres, connector.hasModes(of: known),
        mode.isEquivalent(as: connector.modes(wanted: wanted)[0], wanted)
      else { return false }
    }
    pipeline.connector = connector
    return true
  }

  /// Asks for a new modeset though nothing failed, as after a bad link.
  func refresh(_ now: Int64, modeset: Bool = false) { outputState.invalidate(now, modeset: modeset) }

  /// Whether another framebuffer is scanned out where ours was.
  var showsOtherFramebuffer: Bool { !buffers.isEmpty && !isScannedOut && card.framebuffer(of: pipeline.crtc) ?? 0 != 0 }

  /// Whether one of our framebuffers is scanned out; false if the device does not reply.
  var isScannedOut: Bool {
    guard let shown = card.framebuffer(of: pipeline.crtc) else { return false }
    return buffers.contains { $0.framebuffer == shown }
  }

  var hasPicture: Bool { !buffers.isEmpty }

  /// Draws the picture into the console's framebuffer device; false if that has another size.
  func copyPicture(to console: FbdevDevice) -> Bool {
    let layout = console.layout
    guard (layout.width, layout.height) == modeSize(of: backBuffer) else { return false }
    console.draw(Region(backBuffer.bounds), of: backBuffer, at: layout.firstRow, rotation)
    return true
  }

  /// Keeps the picture on the screen when this output is freed (`DumbBuffer.keepOnScreen`).
  func keepOnScreen() { if hasPicture { buffers[front].keepOnScreen() } }
}
