import Linux
public import Notation

/// The devices in /dev/input, those that come too: for where no udevd tells of them.
public final class EvdevDevices: Devices {
  private let loop: EventLoop
  private unowned(unsafe) let reader: Reader
  private var devices: [EvdevDevice] = []
  private var watch: FolderWatch?
  private(set) var deadline: Int64?

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

  func turn(now: Int64) {
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
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
    if deadline == nil { deadline = Clock.nanoseconds + EvdevDevices.settling }
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
    if device.read(reader) { return }
    reader.say("\(device.name) has gone")
    if let token = device.token { loop.forget(token) }
    devices.removeAll { $0 === device }
  }
}
