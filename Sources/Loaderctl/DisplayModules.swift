import Support
import System

/// The kernel modules that this machine's displays need to show a picture, read from sysfs: drivers of cards,
/// framebuffers, panels, bridges and backlights, and of the devices that these are connected to or get clocks and power
/// from.
struct DisplayModules {
  /// Modules that are not built into the kernel, without those that modprobe adds.
  private(set) var names: [Bytes] = []
  private let sysfs: Bytes
  /// Devices that were looked at.
  private var visited: [Bytes] = []

  /// Reads `sys` in the folder `root`, whose path has no slash at its end.
  init(in root: Bytes) {
    sysfs = File.resolved("\(root)/sys") ?? "\(root)/sys"
    for name: Bytes in ["drm", "graphics", "backlight"] {
      for entry in DisplayModules.entries("\(sysfs)/class/\(name)") {
        guard let device = File.resolved("\(sysfs)/class/\(name)/\(entry)/device") else { continue }
        add(device)
        // The driver of a display controller may have devices for each of its parts.
        guard let module = File.resolved("\(device)/driver/module") else { continue }
        for driver in DisplayModules.entries("\(module)/drivers") {
          for part in DisplayModules.entries("\(module)/drivers/\(driver)") {
            if let part = File.resolved("\(module)/drivers/\(driver)/\(part)") { addWithChildren(part) }
          }
        }
      }
    }
  }

  private func isDevice(_ path: Bytes) -> Bool { path.hasPrefix("\(sysfs)/devices/") }

  /// Adds a device and what hangs on it, as a panel on a DSI host.
  private mutating func addWithChildren(_ device: Bytes) {
    guard isDevice(device) else { return }
    add(device)
    for name in DisplayModules.entries(device) {
      guard File.exists("\(device)/\(name)/driver"), let child = File.resolved("\(device)/\(name)") else { continue }
      if child.hasPrefix(device + "/") { add(child) }
    }
  }

  /// Adds the drivers of a device, of the devices that it is below, and of its suppliers (the kernel's
  /// Documentation/driver-api/device_link.rst). Without them its own driver does not start.
  private mutating func add(_ device: Bytes) {
    var path = device
    while isDevice(path), !visited.contains(path) {
      visited.append(path)
      if let module = File.resolved("\(path)/driver/module"), File.exists("\(module)/initstate") {
        let name = module.lastPathComponent
        if !names.contains(name) { names.append(name) }
      }
      for name in DisplayModules.entries(path) where name.hasPrefix("supplier:") {
        if let supplier = File.resolved("\(path)/\(name)/supplier") { add(supplier) }
      }
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
      path = Bytes(path.utf8[..<slash])
    }
  }

  /// The names in a folder, ordered, without `.` and `..`.
  private static func entries(_ folder: Bytes) -> [Bytes] {
    ((try? File.names(in: folder)) ?? []).filter { $0 != "." && $0 != ".." }.ordered
  }
}
