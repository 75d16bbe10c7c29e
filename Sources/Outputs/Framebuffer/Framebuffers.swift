import Linux
import Notation
import Raster

/// The displays behind /dev/fb*: those that are there, those that come, and those that go.
final class Framebuffers: Backend {
  let kind: StaticString = "fbdev"
  private(set) var outputs: [any Output] = []
  private(set) var reason: Bytes = ""

  private let loop: EventLoop
  /// The only one to use; nil uses all.
  private let device: Bytes?
  private let arrangement: Arrangement
  private let say: (Bytes) -> Void
  /// Whether the machine's terminal is taken, and its devices are claimed.
  private let isOnMachine: Bool
  private var held: [FramebufferOutput] = []
  private var terminal: Terminal?
  private var isOpen = false, isYielded = false, isHidden = false
  private var uevents: (source: Uevents, token: EventLoop.Token)?
  /// When the machine is looked at again.
  private var nextScan: Int64?
  private var lastWords: Bytes = ""

  /// Nanoseconds between looks where the kernel tells nothing, and until what was busy is tried again.
  private static var interval: Int64 { 1_000_000_000 }
  /// Nanoseconds in which more changes usually follow a first one.
  private static var settling: Int64 { 30_000_000 }

  /// `say` hears what is not as the driver says.
  init(
    _ device: Bytes?, _ arrangement: Arrangement, _ loop: EventLoop, isOnMachine: Bool = true,
    say: @escaping (Bytes) -> Void
  ) {
    (self.device, self.arrangement, self.loop, self.say) = (device, arrangement, loop, say)
    self.isOnMachine = isOnMachine
  }

  deinit {
    close()
    // Nobody sees this one yet, and who comes back to it finds text.
    if isHidden, !isYielded { restoreTerminal() }
  }

  var standing: Standing { held.isEmpty ? .absent : .showing }
  var wakeUp: Int64? {
    var time = nextScan ?? .max
    for output in held { time = min(time, output.wakeUp ?? .max) }
    return time == .max ? nil : time
  }

  func open(now: Int64) {
    if isOpen { return }
    isOpen = true
    // First of all, so that nothing comes unseen between looking and listening; without, we look again and again.
    if let source = try? Uevents(),
      let token = try? loop.watch(source.descriptor, { [unowned(unsafe) self] _ in hear() })
    {
      uevents = (source, token)
    }
    scan(now: now)
  }

  func close() {
    if !isOpen { return }
    isOpen = false
    if let uevents { loop.forget(uevents.token) }
    (uevents, nextScan, reason) = (nil, nil, "")
    retire()
  }

  func turn(now: Int64) -> Bool {
    for output in held { output.expire(now: now) }
    guard let time = wakeUp, time <= now else { return false }
    scan(now: now)
    return true
  }

  func yield() {
    isYielded = true
    for output in held { output.isAside = true }
  }

  func resume() {
    isYielded = false
    reopen()
  }

  func leaveTerminal() {
    guard let terminal else { return }
    hide()
    terminal.release()
  }

  /// Another terminal is seen, and what is typed is meant for that.
  func hide() {
    isHidden = true
    for output in held { output.isAside = true }
  }

  func returnToTerminal() {
    guard let terminal else { return }
    terminal.acknowledge()
    isHidden = false
    reopen()
  }

  var areOnTerminal: Bool { terminal?.isShown ?? false }
  func restoreTerminal() { terminal?.restore() }
  var areOurs: Bool { !isYielded && !isHidden }
  var hasPictures: Bool { held.contains { $0.hasPicture } }
  func leaveOnScreen() { yield() }

  /// Whoever had the display meanwhile has left it as he pleased: its mode, its place in the memory, and the terminal.
  private func reopen() {
    if !isOpen || isYielded || isHidden { return }
    retire()
    terminal = isOnMachine ? Terminal() : nil
    scan(now: Clock.nanoseconds)
  }

  /// Whoever still has an output draws no more on it.
  private func retire() {
    for output in held { output.retire() }
    (held, outputs) = ([], [])
  }

  private func hear() {
    let events = uevents?.source.read()
    for event in events ?? [] where event.subsystem == "graphics" && !event.node.isEmpty {
      for output in held where event.action == "remove" && "/dev/\(event.node)" == output.framebuffer.path {
        output.retire()
      }
      nextScan = Clock.nanoseconds + Framebuffers.settling
    }
    if events == nil { nextScan = Clock.nanoseconds + Framebuffers.settling }
  }

  /// Opens framebuffers that came, and closes those that went.
  private func scan(now: Int64) {
    nextScan = uevents == nil ? now + Framebuffers.interval : nil
    var complaints: [Bytes] = []
    let paths = device.map { [$0] } ?? File.numbered("fb", in: "/dev")
    let before = held
    held = []
    for old in before {
      if paths.contains(old.framebuffer.path), !old.isGone, old.framebuffer.isThere {
        held.append(old)
      } else {
        old.retire()
      }
    }
    for path in paths where !held.contains(where: { $0.framebuffer.path == path }) {
      var rule = arrangement.rule(for: path.split(at: 0x2F).last ?? "")
      if rule.role == .off { continue }
      // The first one is the primary one, unless another is named.
      if rule.role == nil, held.isEmpty, !arrangement.rules.contains(where: { $0.role == .primary }) {
        rule.role = .primary
      }
      do throws(OutputError) {
        try held.append(output(path, rule))
      } catch {
        if error.cause?.isBusy == true { nextScan = now + Framebuffers.interval }
        // A node whose driver has just gone goes too.
        if device != nil || error.cause?.isLossOfDevice != true { complaints.append(error.text) }
      }
    }
    if paths.isEmpty { complaints.append("no framebuffer in /dev; waiting for a driver that has one") }
    reason = held.isEmpty ? complaints.joined(by: "; ") : ""
    if !held.isEmpty, terminal == nil, isOnMachine { terminal = Terminal() }
    outputs = []
    for output in held where output.role == .primary { outputs.append(output) }
    for output in held where output.role != .primary { outputs.append(output) }
  }

  private func output(_ path: Bytes, _ rule: Arrangement.Rule) throws(OutputError) -> FramebufferOutput {
    let lock = isOnMachine ? try Lock.claim(path) : nil
    let framebuffer = try Framebuffer(path: path), complaint = framebuffer.layout.complaint
    let output = try FramebufferOutput(framebuffer, loop, lock, rule, standard: .ofConsole)
    output.isAside = isYielded || isHidden
    if !complaint.isEmpty, complaint != lastWords { say("\(path) \(complaint)") }
    if !complaint.isEmpty { lastWords = complaint }
    return output
  }
}
