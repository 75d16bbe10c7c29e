import System
import Support
import Raster

/// The displays behind /dev/fb*: those that are there, those that come, and those that go.
final class FbdevBackend: Backend {
  let kind: StaticString = "fbdev"
  private(set) var outputs: [any Output] = []
  private(set) var reason: Bytes = ""

  private let loop: EventLoop
  /// The only one to use; nil uses all.
  private let device: Bytes?
  private let outputConfiguration: OutputConfiguration
  private let say: (Bytes) -> Void
  /// Whether devices are claimed, so that of two loaderds one waits.
  private let claimsDevices: Bool
  private var held: [FbdevOutput] = []
  private var isOpen = false
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
    _ device: Bytes?, _ outputConfiguration: OutputConfiguration, _ loop: EventLoop, claimsDevices: Bool = true,
    say: @escaping (Bytes) -> Void
  ) {
    (self.device, self.outputConfiguration, self.loop, self.say) = (device, outputConfiguration, loop, say)
    self.claimsDevices = claimsDevices
  }

  deinit { close() }

  var status: BackendStatus { held.isEmpty ? .absent : .showing }
  var wakeUp: Int64? {
    var time = nextScan ?? .max
    for output in held { time = min(time, output.wakeUp ?? .max) }
    return time == .max ? nil : time
  }

  func open(now: Int64, isActive: Bool) {
    if isOpen { return }
    isOpen = true
    // First of all, so that nothing comes unseen between looking and listening; without, we look again and again.
    if let source = try? Uevents(),
      let token = try? loop.watch(source.descriptor, { [unowned(unsafe) self] _ in handleEvents() })
    {
      uevents = (source, token)
    }
    scan(now: now, isActive: isActive)
  }

  func close() {
    if !isOpen { return }
    isOpen = false
    if let uevents { loop.forget(uevents.token) }
    (uevents, nextScan, reason) = (nil, nil, "")
    retire()
  }

  func dispatch(now: Int64, isActive: Bool) -> Bool {
    for output in held { output.expire(now: now) }
    guard let time = wakeUp, time <= now else { return false }
    scan(now: now, isActive: isActive)
    return true
  }

  func deactivate(now: Int64) {
    for output in held { output.isAside = true }
  }

  /// Another program may have changed all that was found: the mode, and which part of the memory is shown.
  func activate(now: Int64) {
    if !isOpen { return }
    retire()
    scan(now: now, isActive: true)
  }

  var needsTerminal: Bool { !held.isEmpty }
  var hasPictures: Bool { held.contains { $0.hasPicture } }

  /// Whoever still has an output draws no more on it.
  private func retire() {
    for output in held { output.retire() }
    (held, outputs) = ([], [])
  }

  private func handleEvents() {
    let events = uevents?.source.read()
    for event in events ?? [] where event.subsystem == "graphics" && !event.node.isEmpty {
      for output in held where event.action == "remove" && "/dev/\(event.node)" == output.framebuffer.path {
        output.retire()
      }
      nextScan = Clock.nanoseconds + FbdevBackend.settling
    }
    if events == nil { nextScan = Clock.nanoseconds + FbdevBackend.settling }
  }

  /// Opens framebuffers that came, and closes those that went.
  private func scan(now: Int64, isActive: Bool) {
    nextScan = uevents == nil ? now + FbdevBackend.interval : nil
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
      var rule = outputConfiguration.rule(for: path.split(at: 0x2F).last ?? "")
      if rule.role == .off { continue }
      // The first one is the primary one, unless another is named.
      if rule.role == nil, held.isEmpty, !outputConfiguration.rules.contains(where: { $0.role == .primary }) {
        rule.role = .primary
      }
      do throws(OutputError) {
        let output = try output(path, rule)
        output.isAside = !isActive
        held.append(output)
      } catch {
        if error.cause?.isBusy == true { nextScan = now + FbdevBackend.interval }
        // A node whose driver has just gone goes too.
        if device != nil || error.cause?.isLossOfDevice != true { complaints.append(error.text) }
      }
    }
    if paths.isEmpty { complaints.append("no framebuffer in /dev; waiting for a driver that has one") }
    reason = held.isEmpty ? complaints.joined(by: "; ") : ""
    outputs = []
    for output in held where output.role == .primary { outputs.append(output) }
    for output in held where output.role != .primary { outputs.append(output) }
  }

  private func output(_ path: Bytes, _ rule: OutputConfiguration.Rule) throws(OutputError) -> FbdevOutput {
    let lock = claimsDevices ? try Lock.claim(path) : nil
    let framebuffer = try Framebuffer(path: path), complaint = framebuffer.layout.complaint
    let output = try FbdevOutput(framebuffer, loop, lock, rule, standard: .ofConsole)
    if !complaint.isEmpty, complaint != lastWords { say("\(path) \(complaint)") }
    if !complaint.isEmpty { lastWords = complaint }
    return output
  }
}
