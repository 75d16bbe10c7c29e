internal import CLinux
public import Notation

/// Tells when another program opens or closes a file: in time to act before its `open` returns, where the kernel lets us.
///
/// With fanotify (fanotify(7), needs CAP_SYS_ADMIN) the other's `open` waits from `read` to `release`, or until this object
/// ends; without, it is told of afterwards (inotify(7)).
public final class OpenWatch {
  /// Each is readable when `read` has something to tell.
  public let descriptors: [FileDescriptor]
  private let gate: FileDescriptor?
  private let log: FileDescriptor
  private var waiting: [Int32] = []
  private let ignored: Bytes

  public struct Events {
    public var wasOpened = false
    public var wasClosed = false
  }

  /// `ignored` is the name of programs that are not told of. While this is watched we must not open the file ourselves.
  public init(_ path: Bytes, ignoring ignored: Bytes) throws(SystemError) {
    self.ignored = ignored
    let number = path.withCString { linux_fanotify($0) }
    let gate = number < 0 ? nil : FileDescriptor(owning: number)
    let opens: Int32 = gate == nil ? 1 : 0
    log = FileDescriptor(owning: try system("inotify") { path.withCString { linux_inotify($0, opens) } })
    self.gate = gate
    descriptors = [gate, log].compactMap { $0 }
  }

  deinit { release() }

  /// What happened since the last call.
  public func read() -> Events {
    var events = Events()
    var all = [linux_access](repeating: linux_access(), count: 128)
    if let gate, let bytes = (try? gate.read(upTo: 4096)) ?? nil {
      for access in all.prefix(Int(linux_fanotify_events(bytes, bytes.count, &all))) {
        waiting.append(access.answer)
        if access.process != getpid() && !isIgnored(access.process) { events.wasOpened = true }
      }
    }
    if let bytes = (try? log.read(upTo: 4096)) ?? nil {
      for access in all.prefix(Int(linux_inotify_events(bytes, bytes.count, &all))) {
        if access.opens != 0 { events.wasOpened = true } else { events.wasClosed = true }
      }
    }
    return events
  }

  /// Lets those go on who wait for the file.
  public func release() {
    guard let gate else { return }
    for file in waiting { _ = linux_fanotify_allow(gate.number, file) }
    waiting = []
  }

  private func isIgnored(_ process: Int32) -> Bool {
    let name = (try? File.read("/proc/\(Int(process))/comm", limit: 64)) ?? []  // it has gone already
    return Bytes(name.prefix { $0 != 0x0A }) == ignored
  }
}
