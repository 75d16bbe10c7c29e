internal import CDRM
import Raster
import Support
import System

/// One DRM device with its outputs: tracks DRM master, scans connectors, and dispatches the kernel's events.
final class DRMDevice {
  let card: Card
  private(set) var outputs: [DRMOutput] = []
  /// Whether we can become DRM master.
  private(set) var masterState: MasterState
  /// Whether the device is gone, so that it must be closed.
  var isLost = false
  /// Whether connectors must be scanned again.
  private(set) var needsScan = false

  private let loop: EventLoop
  let lock: Lock?
  private var tokens: [EventLoop.Token] = []
  private var watch: OpenWatch?
  /// Framebuffers of the predecessor, removed once ours are on all displays.
  private var inherited: [UInt32]
  /// All framebuffers that a successor has to remove.
  var framebuffers: [UInt32] { inherited + outputs.flatMap { $0.framebuffers } }
  /// True until the displays are known: until the first scan, or the end of the probe that this scan needs.
  private var isStarting = true
  private var hasProbed = false
  /// The colour around the picture that the boot loader left, where it could be read.
  private(set) var bootBackground: Color?
  /// The worker process that probes the connectors.
  private var probe: (worker: WorkerProcess, token: EventLoop.Token)?
  /// Whether a probe is to be made again: another process opened the device, or it was asked for when none could begin.
  private(set) var isProbeInterrupted = false
  /// The result of `takeFrameRequest`.
  private var needsFrame = false

  /// Takes over an open device. `framebuffers` are those of the predecessor.
  init(_ card: Card, _ loop: EventLoop, _ lock: Lock?, framebuffers: [UInt32], _ now: Int64) {
    self.card = card
    self.loop = loop
    self.lock = lock
    inherited = framebuffers
    let isMasterFree = (try? card.takeMaster()) != nil  // a refusal leads to a retry
    masterState = MasterState(isMasterFree: isMasterFree, now: now)
    card.whenOwned { [unowned(unsafe) self] in
      watchDescriptor(card.descriptor, for: .frame) { [unowned(unsafe) self] in readFlips() }
    }
    guard let watch = try? OpenWatch(card.path) else { return }  // without the watch, a refused commit shows it
    self.watch = watch
    watchDescriptor(watch.descriptor) { [unowned(unsafe) self] in handleOpenAndClose() }
  }

  deinit {
    card.whenOwned {}  // outputs and buffers may keep the card
    for token in tokens { loop.forget(token) }
    if let probe { loop.forget(probe.token) }
  }

  /// Probes all connectors in a worker process, because reading an EDID takes tens of milliseconds, and longer from a
  /// broken display. The kernel caches the result; `needsScan` is set when the probe is done.
  func startProbe() {
    hasProbed = true
    // A display may be connected after its connector was read.
    if probe != nil || !masterState.isAvailable { return isProbeInterrupted = true }
    let worker = try? WorkerProcess(for: card.descriptor) {
      for connector in card.connectors {
        // Only the master's requests probe; a commit of ours may have dropped it. This process does not drop it,
        // because a commit needs it from SET_MASTER to its end.
        try? card.takeMaster()
        _ = Connector(connector, of: card, probing: true)
      }
    }
    guard let worker else { return needsScan = true }
    isProbeInterrupted = false
    let token = try? loop.watch(worker.descriptor) { [unowned(unsafe) self] _ in
      if let token = probe?.token { loop.forget(token) }
      probe = nil
      card.dropMaster()
      needsScan = true  // which repeats the probe if it was interrupted
    }
    if let token { probe = (worker, token) }
  }

  /// Stops the probe, so that a slow display does not keep another process from the device. It is repeated later.
  private func endProbe() {
    guard let token = probe?.token else { return }
    loop.forget(token)
    probe = nil
    isProbeInterrupted = true
    card.dropMaster()  // the worker shares our open file, and with it master
  }

  private func watchDescriptor(
    _ descriptor: FileDescriptor, for work: EventLoop.Work = .all, _ body: @escaping () -> Void
  ) {
    // Fails only when memory runs out.
    if let token = try? loop.watch(descriptor, for: work, { _ in body() }) { tokens.append(token) }
  }

  /// When `dispatch` has something to do; 0 is at once.
  var deadline: Int64? {
    let isDue = outputs.contains { $0.hasNewBuffers || masterState.isAvailable && ($0.isInactive || $0.isGone) }
    return isDue || isLost ? 0 : masterState.deadline
  }

  /// Reads page-flip events.
  func readFlips() {
    for flip in card.flips() { for output in outputs { output.flipped(flip) } }
  }

  /// Another process has opened or closed the device.
  private func handleOpenAndClose() {
    guard let watch else { return }
    let events = watch.read(), now = Clock.nanoseconds
    if events.wasOpened { perform(masterState.deviceOpened(now: now), now) }
    if events.wasClosed { perform(masterState.deviceClosed(now: now), now) }
  }

  /// Handles timeouts that are due. `mayTryMaster`: the session may draw and our terminal is shown, so that the device
  /// may be taken back.
  func dispatch(_ now: Int64, mayTryMaster: Bool = true) {
    for output in outputs {
      output.hasNewBuffers = false
      let wasEnabled = output.isEnabled
      output.expire(now: now)
      if wasEnabled, !output.isEnabled { needsFrame = true }
      if output.isDeviceGone { isLost = true }
      if output.isGone { needsScan = true }
      if output.isInactive, masterState.isAvailable { masterState.masterRefused(now: now) }
    }
    if !inherited.isEmpty, outputs.allSatisfy({ $0.isEnabled }) {
      // The id of a framebuffer that is already gone may have been reused for one of ours.
      for framebuffer in inherited where !outputs.contains(where: { $0.framebuffers.contains(framebuffer) }) {
        drmModeRmFB(card.descriptor.number, framebuffer)
      }
      inherited = []
    }
    perform(masterState.retryIfDue(now: now), now, mayTryMaster: mayTryMaster)
  }

  /// Whether a frame is to be drawn although nothing changes in it: drawing has become possible again, or an output has
  /// lost its picture. Asking resets it.
  func takeFrameRequest() -> Bool {
    defer { needsFrame = false }
    return needsFrame
  }

  private func perform(_ effect: MasterState.Effect, _ now: Int64, mayTryMaster: Bool = true) {
    switch effect {
    case .none: break
    case .deactivateOutputs:
      for output in outputs { output.deactivate() }
      endProbe()
    case .tryMaster:
      if !mayTryMaster { return masterState.postponeRetry(now: now) }
      // While another program's framebuffer is shown, the display is not taken back, even if that program drops master
      // for a moment.
      let showsOtherProgram =
        !masterState.isInactive && !masterState.isOrphaned && outputs.contains { $0.showsOtherFramebuffer }
      if showsOtherProgram { return masterState.otherScanoutFound(now: now) }
      let isMasterFree = (try? card.takeMaster()) != nil
      card.dropMaster()
      masterState.masterTried(isMasterFree: isMasterFree, now: now)
      if isMasterFree {
        for output in outputs { output.activate(now) }
        needsFrame = true
        if isProbeInterrupted { startProbe() }
      }
    }
  }

  /// Whether another program owns the display: it is DRM master, or it has the device open and its framebuffer is
  /// shown.
  var isOwnedByOther: Bool {
    do throws(SystemError) {
      try card.takeMaster()
    } catch {
      return !error.isLossOfDevice
    }
    card.dropMaster()
    return masterState.isOpenElsewhere && outputs.contains { $0.showsOtherFramebuffer }
  }

  /// Feeds an event to the master state and carries out its effect.
  func update(_ now: Int64, _ event: (inout MasterState) -> MasterState.Effect) { perform(event(&masterState), now) }

  /// Whether no display is known before the first probe ends.
  var isPending: Bool { isStarting && probe != nil }

  /// Scans the connectors as the kernel knows them, and gives each new display a CRTC. `defaultRotation` is used where
  /// neither configuration nor panel has one. Throws while no display is connected, or when the device is gone.
  func scan(_ outputConfiguration: OutputConfiguration, _ defaultRotation: Rotation, _ now: Int64) throws(OutputError) {
    needsScan = false
    // The kernel reads no connector while it probes one; the end of the probe requests the scan again. An output that
    // is gone cannot wait.
    if probe != nil, !isStarting, !outputs.contains(where: { $0.isGone }) { return }
    // What is shown while another program is master is no boot loader's picture.
    let isBootPicture = isStarting && masterState.isAvailable && (try? card.takeMaster()) != nil
    defer { if probe == nil { card.dropMaster() } }  // the end of a probe drops it
    // After the scan, so that it uses what the probe before has found.
    defer { if probe == nil, isProbeInterrupted { startProbe() } }
    do throws(SystemError) {
      if !isStarting { try card.readResources() }
    } catch {
      isLost = true
      throw OutputError("\(card.path): \(error.text)", error)
    }
    defer { isStarting = isPending }
    let connectors = card.connectors.compactMap { Connector($0, of: card, probing: false) }.filter { $0.isUsable }
    // Where nothing is known, as without the kernel's console, the first picture does not wait for the usual probe.
    if !hasProbed, connectors.isEmpty { startProbe() }
    // As the kernel's console does (drm_client_connectors_enabled, drivers/gpu/drm/drm_client_modeset.c).
    let isAllUncertain = connectors.allSatisfy { $0.isUncertain }
    let wanted = connectors.filter {
      $0.isUncertain == isAllUncertain && outputConfiguration.rule(for: $0.name).role != .off
    }
    outputs.removeAll { output in
      output.isGone || !wanted.contains { output.adopt($0, wanted: outputConfiguration.rule(for: $0.name).mode) }
    }
    try route(wanted, outputConfiguration, defaultRotation, readsBackground: isBootPicture)
    if outputs.isEmpty, !isPending {
      throw OutputError("\(card.path): no display is connected; waiting for one")
    }
    for output in outputs {
      if !masterState.isAvailable {
        output.deactivate()
      } else if output.isLinkBad {
        output.refresh(now, modeset: true)
        needsFrame = true
      } else if output.isEnabled, !output.isScannedOut {
        output.refresh(now)  // the kernel's console takes a display that changes while no process is master
        needsFrame = true
      }
    }
  }

  private func route(
    _ wanted: [Connector], _ outputConfiguration: OutputConfiguration, _ defaultRotation: Rotation,
    readsBackground: Bool
  ) throws(OutputError) {
    let used = outputs.map { $0.pipeline.crtc }
    let demands = wanted.map { connector in
      // Another program may have put a new display on a CRTC of ours, while it was master.
      let other = used.contains(connector.crtc) ? 0 : connector.crtc
      let crtc = outputs.first { $0.pipeline.connector.id == connector.id }?.pipeline.crtc ?? other
      return Routing.Demand(possible: connector.possibleCRTCs, current: card.crtcs.firstIndex(of: crtc))
    }
    let routes = Routing.crtcs(for: demands, count: card.crtcs.count, mayMove: isStarting)
    var failure: OutputError?
    for (connector, crtc) in zip(wanted, routes) {
      if readsBackground, bootBackground == nil, let crtc { bootBackground = card.bootBackground(of: card.crtcs[crtc]) }
      guard let crtc, !outputs.contains(where: { $0.pipeline.connector.id == connector.id }) else { continue }
      let rule = outputConfiguration.rule(for: connector.name)
      do throws(OutputError) {
        let pipeline = Pipeline(connector, crtc: crtc, of: card, wanted: rule.mode, isFirst: isStarting)
        let output = try DRMOutput(card, pipeline, rule, defaultRotation: defaultRotation)
        outputs.append(output)
      } catch {
        failure = error
      }
    }
    if outputs.isEmpty, let failure { throw failure }
  }
}
