internal import CDRM
import Linux
import Notation
import Raster

/// The displays of DRM cards: those that are there, those that come, and those that go.
final class Cards: Backend {
  let kind: StaticString = "drm"
  private(set) var outputs: [any Output] = []
  private(set) var reason: Bytes = ""

  /// Whether displays were given up, those that come too, until `resume`.
  private var isYielded = false

  private let loop: EventLoop
  /// The only card to use; nil uses all.
  private let device: Bytes?
  private let arrangement: Arrangement
  private let say: (Bytes) -> Void
  private var cards: [Seat] = []
  private var terminal: Terminal?
  private var uevents: Uevents?
  /// Whether there is a card that is another loaderd's.
  private var isBusy = false
  /// When the machine is looked at again, and when its displays are asked what they are.
  private var nextScan: Int64? = 0
  private var nextProbe: Int64?
  /// How pictures are turned where neither configuration nor panel says so.
  private let standardRotation: Rotation
  private var adoptable: [Inherited]

  /// Nanoseconds between looks where the kernel tells nothing.
  private static var interval: Int64 { 1_000_000_000 }
  /// Nanoseconds in which more changes usually follow a first one.
  private static var settling: Int64 { 30_000_000 }

  /// `inherited` are cards that a predecessor had open, with its framebuffers; `say` hears what keeps others waiting.
  init(
    _ device: Bytes?, _ arrangement: Arrangement, _ loop: EventLoop, inherited: [Inherited],
    say: @escaping (Bytes) -> Void
  ) {
    (self.device, self.arrangement, self.loop, self.say) = (device, arrangement, loop, say)
    adoptable = inherited
    standardRotation = .ofConsole
    // First of all, so that nothing comes unseen between looking and listening.
    uevents = try? Uevents()  // without, we look again and again
    if let uevents {
      _ = try? loop.watch(uevents.descriptor) { [unowned(unsafe) self] _ in hear() }  // fails only for want of memory
    }
    scan(now: Clock.nanoseconds)
    // What the kernel knows may be old, or less than there is: its console leaves out modes that are larger than itself.
    nextProbe = Clock.nanoseconds + Cards.interval
  }

  var standing: Standing {
    if cards.contains(where: { $0.tenure.isHolding && !$0.outputs.isEmpty }) { return .showing }
    return cards.isEmpty && !isBusy ? .absent : .waiting
  }

  var wakeUp: Int64? {
    let deadlines = outputs.map { $0.pacer.deadline } + cards.map { $0.tenure.wakeUp }
    return (deadlines + [nextScan, nextProbe]).compactMap { $0 }.min()
  }

  func turn(now: Int64) -> Bool {
    let before = outputs.map { ObjectIdentifier($0) }
    var isChanged = false
    for seat in cards where seat.turn(now, isShown: seat.tenure.isHolding || terminal?.isShown ?? true) {
      isChanged = true
    }
    // Whoever had the display meanwhile has left the terminal as it pleased.
    if isChanged { takeTerminal() }
    if cards.contains(where: { $0.needsScan }) { nextScan = min(nextScan ?? now, now + Cards.settling) }
    if let time = nextScan, time <= now { scan(now: now) }
    if let time = nextProbe, time <= now {
      nextProbe = nil
      for seat in cards { seat.ask() }
    }
    return isChanged || before != outputs.map { ObjectIdentifier($0) }
  }

  func yield() {
    isYielded = true
    for seat in cards { seat.change(Clock.nanoseconds) { $0.yield() } }
  }

  func resume() throws(OutputError) {
    for seat in cards { seat.change(Clock.nanoseconds) { $0.resume() } }
    if !areOurs {
      throw OutputError("another program owns the display; end it, or let it yield", SystemError("drmSetMaster", 16))
    }
    isYielded = false
  }

  /// The terminal under another program's picture is that program's; which it is matters all the same.
  private func takeTerminal() {
    let isTaken = areOurs
    if isTaken || terminal == nil { terminal = Terminal(isTaken: isTaken) }
  }

  func leaveTerminal() {
    guard let terminal else { return }
    for seat in cards { seat.change(Clock.nanoseconds) { $0.hide() } }
    terminal.release()
  }

  func returnToTerminal() {
    guard let terminal else { return }
    terminal.acknowledge()
    for seat in cards { seat.change(Clock.nanoseconds) { $0.reveal() } }
  }

  var areOnTerminal: Bool { terminal?.isShown ?? false }

  func restoreTerminal() { terminal?.restore() }

  func leaveOnScreen() {
    yield()
    for seat in cards { for output in seat.outputs { output.leaveOnScreen() } }
  }
  var hasPictures: Bool { cards.contains { $0.outputs.contains { $0.hasPicture } } }

  var areReplaced: Bool { cards.allSatisfy { $0.outputs.allSatisfy { $0.isShownNoMore } } }
  var areOurs: Bool { cards.allSatisfy { $0.tenure.isHolding } }

  /// The colour around what was shown before us, where it was known.
  var surroundings: Color? { cards.compactMap { $0.surroundings }.first }

  /// The open cards, and the framebuffers that are ours, for a successor.
  var estate: [Inherited] {
    cards.map { ($0.card.path, $0.card.descriptor, $0.outputs.flatMap { $0.framebuffers }) }
  }

  private func hear() {
    guard let events = uevents?.read() else { return look(probing: true) }
    for event in events where event.subsystem == "drm" {
      if event.action == "remove" {
        for seat in cards where "/dev/\(event.node)" == seat.card.path { seat.isLost = true }
      }
      look(probing: event.action == "change")
    }
  }

  /// Looks again when a burst of changes is over.
  private func look(probing: Bool) {
    let now = Clock.nanoseconds
    nextScan = now + (cards.contains { $0.isLost } ? 0 : Cards.settling)
    if probing { nextProbe = now + Cards.settling }
  }

  /// Opens cards that came, closes those that went, and lights what is connected.
  private func scan(now: Int64) {
    (isBusy, nextScan) = (false, uevents == nil ? now + Cards.interval : nil)
    var complaints: [Bytes] = []
    let paths = device.map { [$0] } ?? Card.paths()
    cards.removeAll { $0.isLost || !paths.contains($0.card.path) }
    for path in paths where !cards.contains(where: { $0.card.path == path }) {
      do throws(OutputError) {
        try cards.append(seat(path, now))
        takeTerminal()
      } catch {
        if error.cause?.isBusy == true { (isBusy, nextScan) = (true, now + Cards.interval) }
        // A node whose card has just gone goes too.
        if device != nil || error.cause?.isLossOfDevice != true { complaints.append(error.text) }
      }
    }
    for seat in cards {
      do throws(OutputError) {
        try seat.scan(probing: false, arrangement, standardRotation, now)
      } catch {
        complaints.append(error.text)
      }
    }
    // The firmware's picture was good for as long as there was no other.
    if cards.contains(where: { !$0.card.isFirmware && $0.outputs.contains { $0.isLit } }) {
      cards.removeAll { $0.card.isFirmware }
    } else if cards.contains(where: { $0.card.isFirmware }), cards.contains(where: { !$0.card.isFirmware }) {
      nextScan = min(nextScan ?? .max, now + Cards.settling)
    }
    adoptable = []
    gather()
    if paths.isEmpty { complaints.append("no card in /dev/dri yet; waiting for the display's driver") }
    reason = outputs.isEmpty ? complaints.joined(by: "; ") : ""
  }

  private func seat(_ path: Bytes, _ now: Int64) throws(OutputError) -> Seat {
    let lock = try Lock.claim(path)
    let old = adoptable.first { $0.path == path }
    let card: Card
    if let old, let adopted = try? Card(old.descriptor, path: path, mayBeAtomic: arrangement.isAtomic) {
      card = adopted
      card.disown()
    } else {
      card = try Card(path: path, mayBeAtomic: arrangement.isAtomic)
    }
    let seat = Seat(card, loop, lock, framebuffers: old?.framebuffers ?? [], now)
    if !seat.tenure.isHolding { say("\(path): another program owns the display; waiting until it lets go") }
    if isYielded { seat.change(now) { $0.yield() } }
    return seat
  }

  private func gather() {
    let all = cards.flatMap { $0.outputs }
    outputs = (all.filter { $0.role == .primary } + all.filter { $0.role != .primary }).map { $0 as any Output }
  }
}
