import Raster
import Support
import System

/// The outputs behind /dev/fb*. Devices may come and go.
final class FbdevBackend: Backend {
  let kind: StaticString = "fbdev"
  private(set) var outputs: [any Output] = []
  private(set) var reason: Bytes = ""

  private let loop: EventLoop
  /// The only device to use; nil uses all.
  private let devicePath: Bytes?
  private let outputConfiguration: OutputConfiguration
  private let log: (Bytes) -> Void
  /// Whether devices are locked, so that a second loaderd waits; false in tests.
  private let locksDevices: Bool
  /// Whether framebuffers that DRM drivers emulate are left alone: DRM uses their displays, or none is connected.
  private let skipsEmulation: Bool
  /// The folder of sysfs with the framebuffers.
  private let classFolder: Bytes
  private var fbdevOutputs: [FbdevOutput] = [] { didSet { outputs = fbdevOutputs.map { $0 as any Output } } }
  private var isOpen = false
  private let watch: DeviceWatch
  private var lastInconsistency: Bytes = ""

  /// `device` is the only device to use. `log` is called with what a driver reports wrongly.
  init(
    _ device: Bytes?, _ outputConfiguration: OutputConfiguration, _ loop: EventLoop, locksDevices: Bool = true,
    skipsEmulation: Bool = false, classFolder: Bytes = "/sys/class/graphics", log: @escaping (Bytes) -> Void
  ) {
    (self.skipsEmulation, self.classFolder) = (skipsEmulation, classFolder)
    devicePath = device
    self.outputConfiguration = outputConfiguration
    self.loop = loop
    self.log = log
    self.locksDevices = locksDevices
    watch = DeviceWatch(of: "graphics", loop)
  }

  deinit { close() }

  var status: BackendStatus { fbdevOutputs.isEmpty ? .absent : .showing }
  var deadline: Int64? {
    var earliest = EarliestDeadline()
    earliest.add(watch.deadline)
    for output in fbdevOutputs { earliest.add(output.deadline) }
    return earliest.time
  }

  func open(now: Int64, mayDraw: Bool) {
    if isOpen { return }
    isOpen = true
    watch.start { [unowned(unsafe) self] in handle($0) }
    scan(now: now, mayDraw: mayDraw)
  }

  func close() {
    if !isOpen { return }
    isOpen = false
    watch.stop()
    reason = ""
    closeOutputs()
  }

  func dispatch(now: Int64, mayTakeDevices: Bool) -> Bool {
    for output in fbdevOutputs { output.expire(now: now) }
    guard watch.isScanDue(now: now) || fbdevOutputs.contains(where: { $0.isGone }) else { return false }
    let before = outputs
    scan(now: now, mayDraw: mayTakeDevices)
    return !before.elementsEqual(outputs) { $0 === $1 }
  }

  func deactivate(now: Int64) {
    for output in fbdevOutputs { output.isInactive = true }
  }

  /// Another program may have changed the mode and the panning offset, so all devices that reply are opened again.
  func activate(now: Int64) {
    if !isOpen { return }
    for output in fbdevOutputs { if output.mayBlock { output.activate() } else { output.close() } }
    fbdevOutputs.removeAll { $0.isGone }
    scan(now: now, mayDraw: true)
  }

  func setLocked(_ isLocked: Bool) { for output in fbdevOutputs { output.lock?.set(isLocked) } }

  var needsTerminal: Bool { !fbdevOutputs.isEmpty }
  var isOwnedByOther: Bool { fbdevOutputs.contains { $0.isOpenElsewhere } }
  var hasPictures: Bool { fbdevOutputs.contains { $0.hasPicture } }

  /// Closes all outputs; an output that is still referenced draws no more.
  private func closeOutputs() {
    for output in fbdevOutputs { output.close() }
    fbdevOutputs = []
  }

  private func handle(_ events: [Uevents.Event]?) {
    func scheduleScan() { watch.scheduleScan(at: Clock.nanoseconds + DeviceWatch.debounceInterval) }
    guard let events else { return scheduleScan() }
    for event in events where !event.node.isEmpty {
      for output in fbdevOutputs where event.action == "remove" && "/dev/\(event.node)" == output.device.path {
        output.close()
      }
      scheduleScan()
    }
  }

  /// Opens new framebuffers, closes those that are gone, and opens those with another mode again.
  private func scan(now: Int64, mayDraw: Bool) {
    watch.scanStarts(now: now)
    var problems: [Bytes] = []
    let all = devicePath.map { [$0] } ?? File.numbered("fb", in: "/dev")
    let paths = all.filter { !skipsEmulation || !File.exists("\(classFolder)/\($0.lastPathComponent)/device/drm") }
    // A device stays open without its node: at the end of an initramfs, /dev moves to another root.
    for output in fbdevOutputs where !output.isGone && !output.isPresent { output.close() }
    fbdevOutputs.removeAll { $0.isGone }
    for path in paths where !fbdevOutputs.contains(where: { $0.device.path == path }) {
      let rule = outputConfiguration.rule(for: path.lastPathComponent)
      if rule.role == .off { continue }
      do throws(OutputError) {
        let output = try openOutput(path, rule)
        output.isInactive = !mayDraw
        fbdevOutputs.append(output)
      } catch {
        if error.cause?.isBusy == true { watch.retryScan(now: now) }
        // If the driver has just gone, its node follows: that is not an error.
        if devicePath != nil || error.cause?.isLossOfDevice != true { problems.append(error.text) }
      }
    }
    // No uevent says that a mode was set which can be drawn on.
    if fbdevOutputs.isEmpty, !problems.isEmpty { watch.retryScan(now: now) }
    if paths.isEmpty {
      let found: Bytes = all.isEmpty ? "no framebuffer in /dev" : "all framebuffers in /dev are those of DRM drivers"
      problems.append(found + "; waiting for a driver that has one")
    }
    reason = fbdevOutputs.isEmpty ? problems.joined(by: "; ") : ""
  }

  private func openOutput(_ path: Bytes, _ rule: OutputConfiguration.Rule) throws(OutputError) -> FbdevOutput {
    let lock = locksDevices ? try Lock.device(path) : nil
    let device = try FbdevDevice(path: path), inconsistency = device.layout.inconsistency
    let output = try FbdevOutput(device, loop, lock, rule, defaultRotation: .ofConsole)
    if !inconsistency.isEmpty, inconsistency != lastInconsistency { log("\(path) \(inconsistency)") }
    if !inconsistency.isEmpty { lastInconsistency = inconsistency }
    return output
  }
}
