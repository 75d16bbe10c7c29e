internal import CLinux
public import Support

/// What the kernel says of devices that come, go and change (Linux, lib/kobject_uevent.c): no udevd is needed.
public final class Uevents {
  public let descriptor: FileDescriptor

  public struct Event {
    /// "add", "remove", "change" and others.
    public let action: Bytes
    public let subsystem: Bytes
    /// "dri/card0"; empty where there is no device node.
    public let node: Bytes
  }

  /// Throws where the kernel has no such socket, as in some containers.
  public init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try system("uevents") { linux_uevents() })
  }

  /// What came since the last call; nil when some of it was lost, so that all must be looked at again.
  public func read() -> [Event]? {
    var events: [Event] = []
    var isComplete = true
    while true {
      do throws(SystemError) {
        guard let bytes = try receive() else { return isComplete ? events : nil }
        if let event = Uevents.event(bytes) { events.append(event) }
      } catch {
        if error.code != ENOBUFS { return nil }
        isComplete = false
      }
    }
  }

  /// One message; empty when it was not the kernel's; nil when there is none.
  private func receive() throws(SystemError) -> [UInt8]? {
    var message = [UInt8](repeating: 0, count: 8192)
    var isKernels: Int32 = 0
    do throws(SystemError) {
      let count = try system("recvmsg") { linux_receive_uevent(descriptor.number, &message, 8192, &isKernels) }
      return isKernels == 0 ? [] : Array(message.prefix(count))
    } catch  where error.code == EAGAIN {
      return nil
    }
  }

  /// `action@devpath`, then `KEY=VALUE`, each ended by a NUL.
  static func event(_ message: [UInt8]) -> Event? {
    let words = Bytes(message).split(at: 0)
    guard let at = words.first?.utf8.firstIndex(of: 0x40) else { return nil }
    func value(_ key: Bytes) -> Bytes {
      words.first { $0.hasPrefix(key) }?.dropFirst(key.count) ?? ""
    }
    return Event(action: Bytes(words[0].utf8[..<at]), subsystem: value("SUBSYSTEM="), node: value("DEVNAME="))
  }
}
