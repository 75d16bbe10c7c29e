internal import CLinux
public import Support

/// The service manager that started this process, if any: systemd's protocols sd_notify(3), sd_listen_fds(3) and
/// sd_watchdog_enabled(3), which are datagrams and environment variables.
public struct ServiceManager {
  /// The address of the notification socket; nil without a service manager.
  private let address: Bytes?
  /// This process. systemd reads no messages of a child (NotifyAccess=main), and logs them.
  private let process = getpid()
  /// The sockets of our socket unit.
  public let sockets: [FileDescriptor]
  private let shared: Shared
  /// The maximum time between two notifications `WATCHDOG=1` in nanoseconds; nil without a watchdog.
  public let watchdog: Int64?

  /// Reads the environment, and removes the variables, as they are not for children.
  public init() { self.init(address: Environment["NOTIFY_SOCKET"]) }

  /// Sends its messages to `address`, and reads the other variables of the environment.
  init(address: Bytes?) {
    self.address = address
    func isForUs(_ variable: StaticString) -> Bool { Environment[variable] == "\(Int(getpid()))" }
    var sockets: [FileDescriptor] = [], kept: [(name: Bytes, descriptor: FileDescriptor)] = []
    let names = (Environment["LISTEN_FDNAMES"] ?? "").split(at: UInt8(ascii: ":"))
    if isForUs("LISTEN_PID"), let count = Environment["LISTEN_FDS"].flatMap(Decimal.integer) {
      for number in 3..<3 + Int32(min(count, 64)) {
        _ = linux_close_on_exec(number)
        var isOn: Int32 = 1
        _ = linux_ioctl(number, UInt(FIONBIO), &isOn)  // other managers may pass blocking sockets
        let name = Int(number) - 3 < names.count ? names[Int(number) - 3] : ""
        let descriptor = FileDescriptor(owning: number)
        if linux_is_socket(number) != 0 { sockets.append(descriptor) } else { kept.append((name, descriptor)) }
      }
    }
    self.sockets = sockets
    shared = Shared(kept)
    let isWatched = Environment["WATCHDOG_PID"] == nil || isForUs("WATCHDOG_PID")
    let microseconds = isWatched ? Environment["WATCHDOG_USEC"].flatMap(Decimal.double) : nil
    watchdog = microseconds.flatMap { (1...1e15).contains($0) ? Int64($0 * 1000) : nil }
    for name: StaticString in [
      "NOTIFY_SOCKET", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "WATCHDOG_PID", "WATCHDOG_USEC",
    ] { Environment.remove(name) }
  }

  /// Whether this is the manager of an initramfs, which stops its services before the real root file system is used.
  public var isInitial: Bool { address != nil && File.exists("/etc/initrd-release") }

  /// The other descriptors, from the file descriptor store, with their names (FDNAME). A second call returns none: what
  /// nobody uses is closed.
  public func takeKept() -> [(name: Bytes, descriptor: FileDescriptor)] {
    defer { shared.kept = [] }
    return shared.kept
  }

  /// Sends newline-separated assignments such as `READY=1` (sd_notify(3)). Does nothing without a manager and in a
  /// process that was made by ``detach()``, and ignores errors. It never waits: while the manager's queue is full,
  /// messages are kept for ``sendUnsent(isWaiting:)``.
  public func notify(_ state: Bytes) { post((state, nil)) }

  /// Adds a descriptor to the file descriptor store (sd_notify(3), FDSTORE=1), from which the next process of this
  /// service gets it. A manager without space in the store (FileDescriptorStoreMax=) ignores it.
  public func keep(_ descriptor: FileDescriptor, name: Bytes) {
    post(("FDSTORE=1\nFDPOLL=0\nFDNAME=\(name)", descriptor))
  }

  /// True if messages wait for space in the manager's queue. Any user can fill it, while the manager is busy.
  public var hasUnsent: Bool { !shared.unsent.isEmpty }

  /// Sends what waits for space, until the queue is full again. With `isWaiting` all of it is sent.
  public func sendUnsent(isWaiting: Bool = false) {
    guard let address, getpid() == process else { return shared.unsent = [] }
    while let message = shared.unsent.first {
      do throws(SystemError) {
        try Socket.sendDatagram(message.state.utf8, with: message.descriptor, to: address, isWaiting: isWaiting)
      } catch  where error.code == EAGAIN {
        return
      } catch {}  // the picture does not depend on the manager
      shared.unsent.removeFirst()
    }
  }

  /// Sends a message after those that wait, of which there are at most 64. One that repeats the last of them is not
  /// added.
  private func post(_ message: Message) {
    guard shared.unsent.count < 64, shared.unsent.last?.state != message.state else { return }
    shared.unsent.append(message)
    sendUnsent()
  }

  /// Continues in a new process and ends this one with status 0: for the service manager the service has ended. The new
  /// process must make ``Signals`` again. Throws the errno of fork(2).
  public static func detach() throws(SystemError) { try system("fork") { linux_detach() } }

  /// Removes the descriptors of that name from the store (FDSTOREREMOVE=1).
  public func forget(name: Bytes) { notify("FDSTOREREMOVE=1\nFDNAME=\(name)") }

  private typealias Message = (state: Bytes, descriptor: FileDescriptor?)

  /// The descriptors that were received and not taken, and the messages that wait, for all copies of the value.
  private final class Shared {
    var kept: [(name: Bytes, descriptor: FileDescriptor)]
    var unsent: [Message] = []

    init(_ kept: [(name: Bytes, descriptor: FileDescriptor)]) { self.kept = kept }
  }
}
