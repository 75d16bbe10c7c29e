import Linux
public import Notation

/// The devices in /dev/input, those that come too: for where no udevd tells of them.
public final class EvdevDevices: Devices {
  private let loop: EventLoop
  private unowned(unsafe) let reader: Reader
  private var devices: [EvdevDevice] = []
  private var watch: FolderWatch?
  private var nextScan: Int64?
  /// Whether a device has more than was read at once.
  private var hasMore = false

  /// A node that has just come may not be ours yet, nor its folder be watched.
  private static var settling: Int64 { 200_000_000 }

  init(_ loop: EventLoop, _ reader: Reader) throws(SystemError) {
    (self.loop, self.reader) = (loop, reader)
    // Where there is no such folder yet, it comes with the first of them.
    let watch = try FolderWatch(["/dev/input", "/dev"])
    self.watch = watch
    _ = try loop.watch(watch.descriptor) { [unowned(unsafe) self] _ in hear() }
    scan()
  }

  var deadline: Int64? { hasMore ? 0 : nextScan }

  func turn(now: Int64) {
    if hasMore {
      hasMore = false
      for device in devices { read(device) }
    }
    guard let time = nextScan, time <= now else { return }
    nextScan = nil
    watch?.add("/dev/input")
    scan()
  }

  /// The paths of the devices there are.
  public static var paths: [Bytes] {
    var paths: [Bytes] = []
    for name in (try? File.names(in: "/dev/input")) ?? [] where name.hasPrefix("event") {  // no driver, no folder
      paths.append("/dev/input/\(name)")
    }
    return paths
  }

  private func hear() {
    _ = try? watch?.descriptor.read(upTo: 4096)  // what came is seen by looking
    if nextScan == nil { nextScan = Clock.nanoseconds + EvdevDevices.settling }
  }

  private func scan() {
    for path in EvdevDevices.paths where !devices.contains(where: { $0.path == path }) {
      // One that may not be opened yet, or not at all, is tried again when another one comes.
      guard let device = try? EvdevDevice(path), device.isOfUse else { continue }
      device.token = try? loop.watch(device.descriptor) { [unowned(unsafe) self] _ in read(device) }
      devices.append(device)
    }
  }

  private func read(_ device: EvdevDevice) {
    if let isMore = device.read(reader) { return hasMore = hasMore || isMore }
    reader.say("\(device.name) has gone")
    if let token = device.token { loop.forget(token) }
    devices.removeAll { $0 === device }
  }
}
