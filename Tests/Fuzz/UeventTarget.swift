@testable import System

extension Target {
  /// A uevent from the kernel's netlink socket.
  static let uevent = Target("uevent") { bytes in
    guard let event = Uevents.event(bytes) else { return }
    for word in [event.action, event.subsystem, event.node] {
      require(word.count < bytes.count && !word.utf8.contains(0))
    }
  }
}
