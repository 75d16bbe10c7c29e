internal import CDRM
import System
import Support
import Raster

/// The displays of DRM cards: those that are there, those that come, and those that go.
final class DRMBackend: Backend {
  let kind: StaticString = "drm"
  private(set) var outputs: [any Output] = []
  private(set) var reason: Bytes = ""

  private let loop: EventLoop
  /// The only card to use; nil uses all.
  private let device: Bytes?
  private let outputConfiguration: OutputConfiguration
  private let say: (Bytes) -> Void
  /// Where the cards are.
  private let folder: Bytes
  private(set) var cards: [DRMDevice] = []
  private var uevents: Uevents?
  /// Whether there is a card that is another loaderd's.
  private var isBusy = false
  /// When the machine is looked at again, and when its displays are asked what they are.
  private var nextScan: Int64? = 0
  private var nextProbe: Int64?
  /// How pictures are turned where neither configuration nor panel says so.
  private let standardRotation: Rotation
  private var inheritedDevices: [InheritedDevice]

  /// Nanoseconds between looks where the kernel tells nothing.
  private static var interval: Int64 { 1_000_000_000 }
  /// Nanoseconds in which more changes usually follow a first one.
  private static var settling: Int64 { 30_000_000 }

  /// `inherited` are cards that a predecessor had open, with its framebuffers; `say` hears what keeps others waiting.
  init(
    _ device: Bytes?, _ outputConfiguration: OutputConfiguration, _ loop: EventLoop, inherited: [InheritedDevice],
    folder: Bytes = "/dev/dri", say: @escaping (Bytes) -> Void
  ) {
    self.folder = folder
    (self.device, self.outputConfiguration, self.loop, self.say) = (device, outputConfiguration, loop, say)
    inheritedDevices = inherited
    standardRotation = .ofConsole
    // First of all, so that nothing comes unseen between looking and listening.
    uevents = try? Uevents()  // without, we look again and again
    if let uevents {
      // This fails only when memory runs out.
      _ = try? loop.watch(uevents.descriptor) { [unowned(unsafe) self] _ in handleEvents() }
    }
    scan(now: Clock.nanoseconds, isActive: true)
    // What the kernel knows may be old, or less than there is: its console leaves out modes that are larger than itself.
    nextProbe = Clock.nanoseconds + DRMBackend.interval
  }

  var status: BackendStatus {
    if cards.contains(where: { $0.masterState.isHolding && !$0.outputs.isEmpty }) { return .showing }
    return cards.isEmpty && !isBusy ? .absent : .waiting
  }

  var wakeUp: Int64? {
    let deadlines = outputs.map { $0.frameClock.deadline } + cards.map { $0.masterState.wakeUp }
    return (deadlines + [nextScan, nextProbe]).compactMap { $0 }.min()
  }

  func dispatch(now: Int64, isActive: Bool) -> Bool {
    let before = outputs.map { ObjectIdentifier($0) }
    var isChanged = false
    for seat in cards {
      // One that came while nothing was drawn on.
      if isActive, seat.masterState.state == .inactive { seat.change(now) { $0.activate() } }
      if seat.dispatch(now, mayAsk: isActive) { isChanged = true }
    }
    if cards.contains(where: { $0.needsScan }) { nextScan = min(nextScan ?? now, now + DRMBackend.settling) }
    if let time = nextScan, time <= now { scan(now: now, isActive: isActive) }
    if let time = nextProbe, time <= now {
      nextProbe = nil
      for seat in cards { seat.ask() }
    }
    return isChanged || before != outputs.map { ObjectIdentifier($0) }
  }

  func deactivate(now: Int64) {
    for seat in cards { seat.change(now) { $0.deactivate() } }
  }

  func activate(now: Int64) {
    for seat in cards { seat.change(now) { $0.activate() } }
    if cards.contains(where: { $0.card.isFirmware }) { nextScan = now }
  }

  var needsTerminal: Bool { !cards.isEmpty }
  var ownsDevices: Bool { cards.allSatisfy { $0.masterState.isHolding } }
  var isTaken: Bool { cards.contains { $0.isTaken } }
  var wasLeft: Bool { cards.contains { $0.masterState.wasLeft } }
  var hasPictures: Bool { cards.contains { $0.outputs.contains { $0.hasPicture } } }
  var isReplaced: Bool { cards.allSatisfy { $0.outputs.allSatisfy { $0.isShownNoMore } } }

  func keepPictures() {
    for seat in cards { for output in seat.outputs { output.leaveOnScreen() } }
  }

  /// The colour around what was shown before us, where it was known.
  var bootBackground: Color? { cards.compactMap { $0.bootBackground }.first }

  /// The open cards, and the framebuffers that are ours, for a successor.
  var retainedDevices: [InheritedDevice] {
    cards.map { ($0.card.path, $0.card.descriptor, $0.outputs.flatMap { $0.framebuffers }) }
  }

  private func handleEvents() {
    guard let events = uevents?.read() else { return look(probing: true) }
    for event in events where event.subsystem == "drm" {
      if event.action == "remove" {
        for seat in cards where "/dev/\(event.node)" == seat.card.path { seat.isLost = true }
      }
      look(probing: event.action == "change")
    }
  }

  /// Looks again when a burst of changes is over.
  func look(probing: Bool) {
    let now = Clock.nanoseconds
    nextScan = now + (cards.contains { $0.isLost } ? 0 : DRMBackend.settling)
    if probing { nextProbe = now + DRMBackend.settling }
  }

  /// Opens cards that came, closes those that went, and lights what is connected.
  private func scan(now: Int64, isActive: Bool) {
    (isBusy, nextScan) = (false, uevents == nil ? now + DRMBackend.interval : nil)
    var complaints: [Bytes] = []
    let paths = device.map { [$0] } ?? Card.paths(in: folder)
    cards.removeAll { $0.isLost || !paths.contains($0.card.path) }
    for path in paths where !cards.contains(where: { $0.card.path == path }) {
      do throws(OutputError) {
        let seat = try seat(path, now)
        if !isActive { seat.change(now) { $0.deactivate() } }
        cards.append(seat)
      } catch {
        if error.cause?.isBusy == true { (isBusy, nextScan) = (true, now + DRMBackend.interval) }
        // A node whose card has just gone goes too.
        if device != nil || error.cause?.isLossOfDevice != true { complaints.append(error.text) }
      }
    }
    for seat in cards {
      do throws(OutputError) {
        try seat.scan(probing: false, outputConfiguration, standardRotation, now)
      } catch {
        complaints.append(error.text)
      }
    }
    // The firmware's picture was good for as long as there was no other.
    if cards.contains(where: { !$0.card.isFirmware && $0.outputs.contains { $0.isLit } }) {
      cards.removeAll { $0.card.isFirmware }
    } else if isActive, cards.contains(where: { $0.card.isFirmware }), cards.contains(where: { !$0.card.isFirmware }) {
      nextScan = min(nextScan ?? .max, now + DRMBackend.settling)
    }
    inheritedDevices = []
    gather()
    if paths.isEmpty { complaints.append("no card in /dev/dri yet; waiting for the display's driver") }
    reason = outputs.isEmpty ? complaints.joined(by: "; ") : ""
  }

  private func seat(_ path: Bytes, _ now: Int64) throws(OutputError) -> DRMDevice {
    let lock = try Lock.claim(path)
    let old = inheritedDevices.first { $0.path == path }
    let card: Card
    if let old, let adopted = try? Card(old.descriptor, path: path, mayBeAtomic: outputConfiguration.isAtomic) {
      card = adopted
      card.releaseInheritedBuffers()
    } else {
      card = try Card(path: path, mayBeAtomic: outputConfiguration.isAtomic)
    }
    let seat = DRMDevice(card, loop, lock, framebuffers: old?.framebuffers ?? [], now)
    if !seat.masterState.isHolding { say("\(path): another program owns the display; waiting until it lets go") }
    return seat
  }

  private func gather() {
    let all = cards.flatMap { $0.outputs }
    outputs = (all.filter { $0.role == .primary } + all.filter { $0.role != .primary }).map { $0 as any Output }
  }
}
