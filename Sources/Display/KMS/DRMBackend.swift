internal import CDRM
import Raster
import Support
import System

/// The outputs of all DRM devices. Devices and displays may come and go.
final class DRMBackend: Backend {
  let kind: StaticString = "drm"
  private(set) var outputs: [any Output] = []
  private(set) var reason: Bytes = ""

  private let loop: EventLoop
  /// The only device to use; nil uses all.
  private let devicePath: Bytes?
  private let outputConfiguration: OutputConfiguration
  private let log: (Bytes) -> Void
  /// The folder with the device nodes.
  private let folder: Bytes
  private(set) var devices: [DRMDevice] = []
  private let watch: DeviceWatch
  /// Whether a device is locked by another loaderd.
  private var hasLockedDevice = false
  /// When to probe the displays.
  private(set) var nextProbe: Int64?
  /// Rotation where neither the configuration nor the panel has one.
  private let defaultRotation: Rotation
  private var inheritedDevices: [TransferableDevice]
  /// Makes the predecessor stop drawing on its devices; nil if it has stopped.
  private let stopPredecessor: (() -> Void)?

  /// Nanoseconds from the start, and from a new device, to a probe, which must not delay the first frame.
  static var probeDelay: Int64 { 1_000_000_000 }

  /// `device` is the only device to use. `inherited` are devices of a predecessor; `stopPredecessor` makes it stop
  /// drawing on them, and is nil if it has stopped. `log` logs that another program owns a device.
  init(
    _ device: Bytes?, _ outputConfiguration: OutputConfiguration, _ loop: EventLoop, inherited: [TransferableDevice],
    stopPredecessor: (() -> Void)? = nil, folder: Bytes = "/dev/dri", log: @escaping (Bytes) -> Void
  ) {
    self.stopPredecessor = stopPredecessor
    self.folder = folder
    devicePath = device
    self.outputConfiguration = outputConfiguration
    self.loop = loop
    self.log = log
    inheritedDevices = inherited
    defaultRotation = .ofConsole
    watch = DeviceWatch(of: "drm", loop)
    watch.start { [unowned(unsafe) self] in handle($0) }
    scan(now: Clock.nanoseconds, mayDraw: true)
    // The kernel's cached modes may be old or incomplete: fbcon leaves out modes that are larger than its own.
    nextProbe = Clock.nanoseconds + DRMBackend.probeDelay
  }

  var status: BackendStatus {
    if devices.contains(where: { $0.masterState.isAvailable && !$0.outputs.isEmpty }) { return .showing }
    let isWaiting = hasLockedDevice || devices.contains { $0.isPending || !$0.masterState.isAvailable }
    return isWaiting ? .waiting : .absent
  }

  var deadline: Int64? {
    var earliest = EarliestDeadline()
    for output in outputs { earliest.add(output.frameClock.deadline) }
    for device in devices { earliest.add(device.deadline) }
    earliest.add(watch.deadline)
    earliest.add(nextProbe)
    return earliest.time
  }

  func dispatch(now: Int64, mayTakeDevices: Bool) -> Bool {
    let before = (devices: devices, outputs: outputs)
    var isChanged = false
    for device in devices {
      // A device that came while the session was inactive.
      if mayTakeDevices, device.masterState.state == .inactive { device.update(now) { $0.activate() } }
      device.dispatch(now, mayTryMaster: mayTakeDevices)
    }
    let isDue = watch.isScanDue(now: now)
    if isDue || devices.contains(where: { $0.needsScan || $0.isLost }) || mayTakeDevices && replacesFirmware {
      scan(now: now, mayDraw: mayTakeDevices)
    }
    for device in devices where device.takeFrameRequest() { isChanged = true }
    if let time = nextProbe, time <= now {
      nextProbe = nil
      for device in devices { device.startProbe() }
    }
    return isChanged || !before.devices.elementsEqual(devices) { $0 === $1 }
      || !before.outputs.elementsEqual(outputs) { $0 === $1 }
  }

  func deactivate(now: Int64) {
    for device in devices { device.update(now) { $0.deactivate() } }
  }

  func activate(now: Int64) {
    for device in devices { device.update(now) { $0.activate() } }
    if devices.contains(where: { $0.card.isFirmware }) { watch.scheduleScan(at: now) }
  }

  var isPending: Bool { devices.contains { $0.isPending } }
  var needsTerminal: Bool { !devices.isEmpty }
  var ownsDevices: Bool { devices.allSatisfy { $0.masterState.isAvailable } }
  var isOwnedByOther: Bool { devices.contains { $0.isOwnedByOther } }
  /// Whether another program has used a device since it was ours, and has closed it: its framebuffer is orphaned.
  var isOrphaned: Bool { devices.contains { $0.masterState.isOrphaned } }
  var hasPictures: Bool { devices.contains { $0.outputs.contains { $0.hasPicture } } }
  /// Whether a display shows a picture of ours; a retained process may end when none does.
  var isScannedOut: Bool { devices.contains { $0.outputs.contains { $0.isScannedOut } } }

  func keepPictures() {
    for device in devices { for output in device.outputs { output.keepOnScreen() } }
  }

  /// The kernel's console is about to be shown: no black picture must appear before its text.
  func prepareConsole() { for device in devices { device.copyPictureToConsole() } }

  func setLocked(_ isLocked: Bool) { for device in devices { device.lock?.set(isLocked) } }

  /// The colour around the picture that the boot loader left, where it is known.
  var bootBackground: Color? { devices.compactMap { $0.bootBackground }.first }

  /// The open devices with our framebuffer ids, for the file descriptor store.
  var transferableDevices: [TransferableDevice] {
    devices.map { ($0.card.path, $0.card.descriptor, $0.framebuffers) }
  }

  func endSharing() { for device in devices { device.card.endSharing() } }

  func readEvents() { for device in devices { device.readFlips() } }

  private func handle(_ events: [Uevents.Event]?) {
    guard let events else { return scheduleScan(probing: true) }
    for event in events { handle(event) }
  }

  /// Handles a uevent of a device. Drivers announce a new device also as changed; its probe waits for its first frame.
  func handle(_ event: Uevents.Event) {
    let device = devices.first { "/dev/\(event.node)" == $0.card.path }
    if event.action == "remove" { device?.isLost = true }
    let delay = device == nil ? DRMBackend.probeDelay : DeviceWatch.debounceInterval
    scheduleScan(probing: event.action == "change", after: delay)
  }

  /// Plans a scan for the end of a burst of uevents, at once if a device is gone; `probing` also probes the displays,
  /// after `delay` nanoseconds.
  func scheduleScan(probing: Bool, after delay: Int64 = DeviceWatch.debounceInterval) {
    let now = Clock.nanoseconds
    watch.scheduleScan(at: now + (devices.contains { $0.isLost } ? 0 : DeviceWatch.debounceInterval))
    if probing { nextProbe = now + delay }
  }

  /// Whether the firmware's framebuffer is open, and another device shows our picture.
  private var replacesFirmware: Bool {
    devices.contains { $0.card.isFirmware }
      && devices.contains { !$0.card.isFirmware && $0.outputs.contains { $0.isEnabled } }
  }

  /// Opens new devices, closes those that are gone, and scans their connectors.
  private func scan(now: Int64, mayDraw: Bool) {
    hasLockedDevice = false
    watch.scanStarts(now: now)
    var problems: [Bytes] = []
    // The kernel, the file descriptor store and the lock know a device by its own name, and not by that of a link to
    // it.
    let paths = devicePath.map { [File.resolved($0) ?? $0] } ?? Card.paths(in: folder)
    // A device stays open without its node: at the end of an initramfs, /dev moves to another root. A lost
    // one may still be referenced, as by `dispatch`, and must not keep the lock from a device that gets its name.
    for device in devices where device.isLost { device.lock?.set(false) }
    devices.removeAll { $0.isLost }
    for path in paths where !devices.contains(where: { $0.card.path == path }) {
      do throws(OutputError) {
        let device = try openDevice(path, now)
        if !mayDraw { device.update(now) { $0.deactivate() } }
        devices.append(device)
      } catch {
        if error.cause?.isBusy == true { hasLockedDevice = true }
        // udev makes the link of a path such as /dev/dri/by-path/NAME after the device's uevent.
        if hasLockedDevice || devicePath != nil { watch.retryScan(now: now) }
        // If the device has just gone, its node follows: that is not an error.
        if devicePath != nil || error.cause?.isLossOfDevice != true { problems.append(error.text) }
      }
    }
    for device in devices {
      do throws(OutputError) {
        try device.scan(outputConfiguration, defaultRotation, now)
      } catch {
        problems.append(error.text)
      }
    }
    if replacesFirmware { devices.removeAll { $0.card.isFirmware } }
    inheritedDevices = []
    outputs = devices.flatMap { $0.outputs }.map { $0 as any Output }
    if paths.isEmpty { problems.append("no card in /dev/dri yet; waiting for the display's driver") }
    reason = outputs.isEmpty ? problems.joined(by: "; ") : ""
  }

  private func openDevice(_ path: Bytes, _ now: Int64) throws(OutputError) -> DRMDevice {
    let lock = try Lock.device(path)
    let old = inheritedDevices.first { $0.path == path }
    let card: Card
    if let old, let adopted = try? Card(old.descriptor, path: path, mayBeAtomic: outputConfiguration.isAtomic) {
      card = adopted
      card.destroyInheritedBuffers()
      if let stopPredecessor { card.share(until: stopPredecessor) }
    } else {
      card = try Card(path: path, mayBeAtomic: outputConfiguration.isAtomic)
    }
    let device = DRMDevice(card, loop, lock, framebuffers: old?.framebuffers ?? [], now)
    if !device.masterState.isAvailable {
      log("\(path): another program owns the display; waiting until it releases it")
    }
    return device
  }
}
