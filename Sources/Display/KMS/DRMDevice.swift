internal import CDRM
import System
import Support
import Raster

/// A card and the screens on it: who has it, what is connected, and what the kernel reports.
final class DRMDevice {
  let card: Card
  private(set) var outputs: [DRMOutput] = []
  private(set) var masterState: MasterState
  var isLost = false
  /// Something on it has gone, so that it must be looked at.
  private(set) var needsScan = false

  private let loop: EventLoop
  private let lock: Lock?
  private var tokens: [EventLoop.Token] = []
  private var watch: OpenWatch?
  /// Framebuffers of a predecessor, to be freed when ours are on all screens.
  private var inherited: [UInt32]
  private var isFirstScan = true
  /// The colour around what was shown before us.
  private(set) var bootBackground: Color?
  private var probe: (worker: WorkerProcess, token: EventLoop.Token)?
  private var isProbeCut = false
  private var hasChanged = false

  init(_ card: Card, _ loop: EventLoop, _ lock: Lock?, framebuffers: [UInt32], _ now: Int64) {
    (self.card, self.loop, self.lock, inherited) = (card, loop, lock, framebuffers)
    let isFree = (try? card.takeMaster()) != nil  // whoever has it is asked again later
    masterState = MasterState(isFree: isFree, now: now)
    observe(card.descriptor) { [unowned(unsafe) self] in dispatch() }
    guard let watch = try? OpenWatch(card.path) else { return }  // then we learn it from the kernel's refusal
    self.watch = watch
    observe(watch.descriptor) { [unowned(unsafe) self] in visit() }
  }

  deinit {
    for token in tokens { loop.forget(token) }
    if let probe { loop.forget(probe.token) }
  }

  /// Asks the displays themselves what they are, without waiting: reading that over their slow wires takes tens of
  /// milliseconds, and longer from one that is broken. The kernel remembers the answers; then `needsScan` is set.
  func ask() {
    if probe != nil || !masterState.isHolding { return }
    let worker = try? WorkerProcess({
      for connector in card.connectors {
        try? card.takeMaster()  // the kernel asks for its master only; meanwhile frames may have come between
        _ = Connector(connector, of: card, probing: true)
        card.dropMaster()
      }
    })
    guard let worker else { return needsScan = true }
    isProbeCut = false
    let token = try? loop.watch(worker.descriptor) { [unowned(unsafe) self] _ in
      if let token = probe?.token { loop.forget(token) }
      probe = nil
      needsScan = true
    }
    if let token { probe = (worker, token) }
  }

  /// Nobody is kept from the card by a display that is slow to say what it is: that is asked again later.
  private func endProbe() {
    guard let token = probe?.token else { return }
    loop.forget(token)
    (probe, isProbeCut) = (nil, true)
    card.dropMaster()  // that process had it through the file that is ours too
  }

  private func observe(_ descriptor: FileDescriptor, _ body: @escaping () -> Void) {
    // Fails only for want of memory.
    if let token = try? loop.watch(descriptor, { _ in body() }) { tokens.append(token) }
  }

  /// Takes what the card reports.
  func dispatch() {
    for flip in card.flips() { for output in outputs { output.flipped(flip) } }
  }

  /// Somebody opens or closes the card.
  private func visit() {
    guard let watch else { return }
    let events = watch.read(), now = Clock.nanoseconds
    if events.wasOpened { perform(masterState.opened(now: now), now) }
    if events.wasClosed { perform(masterState.closed(now: now), now) }
  }

  /// Does what is due; returns whether drawing is possible again.
  /// `mayAsk` is whether the card may become ours again: the session lets us draw, and our terminal is active.
  func dispatch(_ now: Int64, mayAsk: Bool = true) -> Bool {
    for output in outputs {
      output.expire(now: now)
      if output.isCardGone { isLost = true }
      if output.isGone { needsScan = true }
      if output.isAside, masterState.isHolding { masterState.refused(now: now) }
    }
    if !inherited.isEmpty, outputs.allSatisfy({ $0.isLit }) {
      // One that had gone already may have left its number to one of ours.
      for framebuffer in inherited where !outputs.contains(where: { $0.framebuffers.contains(framebuffer) }) {
        drmModeRmFB(card.descriptor.number, framebuffer)
      }
      inherited = []
    }
    perform(masterState.wake(now: now), now, mayAsk: mayAsk)
    defer { hasChanged = false }
    return hasChanged
  }

  private func perform(_ effect: MasterState.Effect, _ now: Int64, mayAsk: Bool = true) {
    switch effect {
    case .none: break
    case .stop:
      for output in outputs { output.deactivate() }
      endProbe()
    case .ask:
      if !mayAsk { return masterState.answered(isFree: false, now: now) }
      // While somebody else's picture is shown, it is not ours to take away, even if he lets go for a moment.
      let isTheirs = !masterState.isAsked && !masterState.wasLeft && outputs.contains { $0.isReplaced }
      if isTheirs { return masterState.wasReplaced(now: now) }
      let isFree = (try? card.takeMaster()) != nil
      card.dropMaster()
      masterState.answered(isFree: isFree, now: now)
      if isFree {
        for output in outputs { output.activate(now) }
        hasChanged = true
        if isProbeCut { ask() }
      }
    }
  }

  /// Whether another program has the display: it is DRM master, or it has the card open and its picture is shown.
  var isTaken: Bool {
    do throws(SystemError) {
      try card.takeMaster()
    } catch {
      return !error.isLossOfDevice
    }
    card.dropMaster()
    return masterState.isOpenElsewhere && outputs.contains { $0.isReplaced }
  }

  func change(_ now: Int64, _ change: (inout MasterState) -> MasterState.Effect) { perform(change(&masterState), now) }

  /// Finds what is connected, and gives each screen that is new a CRTC.
  func scan(probing: Bool, _ outputConfiguration: OutputConfiguration, _ standard: Rotation, _ now: Int64)
    throws(OutputError)
  {
    needsScan = false
    // The kernel looks at displays for its master only.
    if probing || isFirstScan, masterState.isHolding { try? card.takeMaster() }  // else it tells what it knows
    defer { card.dropMaster() }
    do throws(SystemError) {
      if !isFirstScan { try card.survey() }
    } catch {
      isLost = true
      throw OutputError("\(card.path): \(error.text)", error)
    }
    defer { isFirstScan = false }
    var connectors = read(probing: probing)
    // A probe reads the displays' own descriptions, which takes tens of milliseconds: only where nothing is known.
    if isFirstScan, !probing, !connectors.contains(where: { $0.isUsable }) { connectors = read(probing: true) }
    let wanted = connectors.filter { $0.isUsable && outputConfiguration.rule(for: $0.name).role != .off }
    outputs.removeAll { output in
      output.isGone
        || !wanted.contains { $0.id == output.pipeline.connector.id && $0.shows(the: output.pipeline.connector) }
    }
    try route(wanted, outputConfiguration, standard)
    if outputs.isEmpty {
      throw OutputError("\(card.path): no display is connected; waiting for one")
    }
    for output in outputs {
      if !masterState.isHolding {
        output.deactivate()
      } else if output.isLinkBad {
        output.refresh(now, modeset: true)
      } else if output.isLit, output.isShownNoMore {
        output.refresh(now)  // the kernel's own console takes screens that change while nobody is master
      }
    }
  }

  private func read(probing: Bool) -> [Connector] {
    card.connectors.compactMap { Connector($0, of: card, probing: probing) }
  }

  private func route(_ wanted: [Connector], _ outputConfiguration: OutputConfiguration, _ standard: Rotation)
    throws(OutputError)
  {
    let demands = wanted.map { connector in
      let ours = outputs.first { $0.pipeline.connector.id == connector.id }?.pipeline.crtc ?? connector.crtc
      return Routing.Demand(possible: connector.possibleCRTCs, current: card.crtcs.firstIndex(of: ours))
    }
    let routes = Routing.crtcs(for: demands, count: card.crtcs.count, mayMove: isFirstScan)
    var failure: OutputError?
    for (connector, crtc) in zip(wanted, routes) {
      if isFirstScan, bootBackground == nil, let crtc { bootBackground = card.bootBackground(of: card.crtcs[crtc]) }
      guard let crtc, !outputs.contains(where: { $0.pipeline.connector.id == connector.id }) else { continue }
      var rule = outputConfiguration.rule(for: connector.name)
      // The first one is the primary one, unless another is named.
      if rule.role == nil, outputs.isEmpty, !outputConfiguration.rules.contains(where: { $0.role == .primary }) {
        rule.role = .primary
      }
      do throws(OutputError) {
        let pipeline = Pipeline(connector, crtc: crtc, of: card, wanted: rule.mode)
        let output = try DRMOutput(card, pipeline, rule, standard: standard)
        outputs.append(output)
      } catch {
        failure = error
      }
    }
    if outputs.isEmpty, let failure { throw failure }
  }
}

extension Connector {
  /// Whether it has the display that it had, as far as its modes tell.
  fileprivate func shows(the other: Connector) -> Bool {
    modes.count == other.modes.count && modes[0].isLike(other.modes[0])
  }
}
