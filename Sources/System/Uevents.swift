internal import CLinux
public import Support

/// Receives uevents directly from the kernel, without udevd (netlink(7), NETLINK_KOBJECT_UEVENT).
public final class Uevents {
  /// Readable when there are uevents.
  public let descriptor: FileDescriptor

  /// A uevent: a device was added, removed or changed.
  public struct Event {
    /// The value of ACTION: "add", "remove", "change" and others.
    public let action: Bytes
    /// The value of SUBSYSTEM: "drm"; empty if there is none.
    public let subsystem: Bytes
    /// The value of DEVNAME, relative to /dev: "dri/card0"; empty if there is no device node.
    public let node: Bytes
  }

  private let subsystem: Bytes
  /// Whether the kernel drops the uevents of other subsystems.
  private var isFiltered = false
  private var buffer = [UInt8](zeros: 8192)

  /// Subscribes to the uevents of a subsystem, such as "drm". Throws the errno of socket(2) or bind(2): some containers
  /// do not permit the socket.
  public init(of subsystem: Bytes) throws(SystemError) {
    self.subsystem = subsystem
    descriptor = FileDescriptor(owning: try system("uevents") { linux_uevent_socket() })
  }

  /// The uevents since the last call; nil if some were lost (`ENOBUFS`), so that all devices must be scanned again.
  public func read() -> [Event]? {
    var events: [Event] = []
    var isComplete = true
    while true {
      do throws(SystemError) {
        guard let bytes = try receive() else { return isComplete ? events : nil }
        if let event = Uevents.event(bytes), event.subsystem == subsystem {
          events.append(event)
        } else if !isFiltered {
          // Only now: the kernel compiles the filter, and the first picture would wait for that.
          isFiltered = true
          _ = subsystem.withCString { linux_filter_uevents(descriptor.number, $0) }
        }
      } catch {
        if error.code != ENOBUFS { return nil }
        isComplete = false
      }
    }
  }

  /// The next message, empty if a process has sent it; nil if there is none.
  private func receive() throws(SystemError) -> [UInt8]? {
    var isSentByKernel: Int32 = 0
    do throws(SystemError) {
      let count = try system("recvfrom") {
        linux_receive_uevent(descriptor.number, &buffer, buffer.count, &isSentByKernel)
      }
      return isSentByKernel == 0 ? [] : Array(buffer[..<count])
    } catch  where error.code == EAGAIN {
      return nil
    }
  }

  /// Parses a message: `action@devpath`, then `KEY=VALUE`, each terminated by NUL (Linux, lib/kobject_uevent.c).
  static func event(_ message: [UInt8]) -> Event? {
    let fields = Bytes(message).split(at: 0)
    guard let at = fields.first?.utf8.firstIndex(of: UInt8(ascii: "@")) else { return nil }
    func value(_ key: Bytes) -> Bytes {
      fields.first { $0.hasPrefix(key) }?.dropFirst(key.count) ?? ""
    }
    return Event(action: Bytes(fields[0].utf8[..<at]), subsystem: value("SUBSYSTEM="), node: value("DEVNAME="))
  }
}
