public import Support
import System

/// Input backend that needs no udevd: reads the devices in /dev/input, hotplugged ones too (inotify).
public final class EvdevDevices: Devices {
  private let loop: EventLoop
  private unowned(unsafe) let reader: InputReader
  private var devices: [EvdevDevice] = []
  private var watch: FolderWatch?
  private var nextScan: Int64?
  /// Whether a device may have events in libevdev's buffer.
  private var hasMore = false

  /// Delay before a new node is opened, in nanoseconds: its owner may still change, or its folder is not watched yet.
  private static var scanDelay: Int64 { 200_000_000 }

  init(_ loop: EventLoop, _ reader: InputReader) throws(SystemError) {
    self.loop = loop
    self.reader = reader
    watch = try FolderWatch(loop) { [unowned(unsafe) self] in folderChanged() }
    // /dev/input is created together with the first device, perhaps between these two.
    watch?.add("/dev")
    watch?.add("/dev/input")
    scan()
  }

  var deadline: Int64? { hasMore ? 0 : nextScan }

  func dispatch(now: Int64) {
    if hasMore {
      hasMore = false
      for device in devices { read(device) }
    }
    guard let time = nextScan, time <= now else { return }
    nextScan = nil
    watch?.add("/dev/input")
    scan()
  }

  /// Paths of all evdev device nodes; empty without /dev/input.
  public static var paths: [Bytes] {
    var paths: [Bytes] = []
    for name in (try? File.names(in: "/dev/input")) ?? [] where name.hasPrefix("event") {  // no device, no folder
      paths.append("/dev/input/\(name)")
    }
    return paths
  }

  /// Whether there is a touch screen.
  static var hasTouchScreen: Bool { paths.contains { (try? EvdevDevice($0))?.isTouchScreen == true } }

  private func folderChanged() {
    // The scan finds out what has changed.
    if nextScan == nil { nextScan = Clock.nanoseconds + EvdevDevices.scanDelay }
  }

  private func scan() {
    for path in EvdevDevices.paths where !devices.contains(where: { $0.path == path }) {
      // A device that cannot be opened is tried again at the next scan.
      guard let device = try? EvdevDevice(path), device.isUsable else { continue }
      device.token = try? loop.watch(device.descriptor) { [unowned(unsafe) self] _ in read(device) }
      devices.append(device)
    }
  }

  private func read(_ device: EvdevDevice) {
    switch device.read(reader) {
    case .drained: break
    case .mayHaveMore: hasMore = true
    case .removed:
      reader.log("\(device.name) was removed")
      if let token = device.token { loop.forget(token) }
      devices.removeAll { $0 === device }
    }
  }
}
