internal import CLinux
public import Support

/// The service manager that started us, if one did: systemd's protocols sd_notify(3), sd_listen_fds(3) and
/// sd_watchdog_enabled(3), which are a datagram and a few environment variables.
public struct ServiceManager {
  private let address: Bytes?
  /// Sockets that the manager opened for us.
  public let sockets: [FileDescriptor]
  /// Files that a predecessor gave the manager to keep, with their names.
  public let kept: [(name: Bytes, descriptor: FileDescriptor)]
  /// Nanoseconds within which the manager wants to hear `WATCHDOG=1` again; nil when it does not watch.
  public let watchdog: Int64?

  /// Takes the variables out of the environment, so that no child believes they are for it.
  public init() {
    address = Environment["NOTIFY_SOCKET"]
    func isForUs(_ variable: StaticString) -> Bool { Environment[variable] == "\(Int(getpid()))" }
    var sockets: [FileDescriptor] = [], kept: [(name: Bytes, descriptor: FileDescriptor)] = []
    let names = (Environment["LISTEN_FDNAMES"] ?? "").split(at: 0x3A)
    if isForUs("LISTEN_PID"), let count = Environment["LISTEN_FDS"].flatMap(Decimal.integer) {
      for number in 3..<3 + Int32(min(count, 64)) {
        _ = linux_close_on_exec(number)
        var isOn: Int32 = 1
        _ = linux_ioctl(number, UInt(FIONBIO), &isOn)  // a manager need not have made it non-blocking
        let name = Int(number) - 3 < names.count ? names[Int(number) - 3] : ""
        let descriptor = FileDescriptor(owning: number)
        if linux_is_socket(number) != 0 { sockets.append(descriptor) } else { kept.append((name, descriptor)) }
      }
    }
    (self.sockets, self.kept) = (sockets, kept)
    let watched = Environment["WATCHDOG_PID"] == nil || isForUs("WATCHDOG_PID")
    let microseconds = watched ? Environment["WATCHDOG_USEC"].flatMap(Decimal.double) : nil
    watchdog = microseconds.flatMap { (1...1e15).contains($0) ? Int64($0 * 1000) : nil }
    for name: StaticString in [
      "NOTIFY_SOCKET", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "WATCHDOG_PID", "WATCHDOG_USEC",
    ] { Environment.remove(name) }
  }

  /// Whether this is the manager of an initial file system, whose services end when the real one is there.
  public var isInitial: Bool { address != nil && File.exists("/etc/initrd-release") }

  /// Sends newline-separated assignments such as `READY=1`; without a manager, and if it does not listen, nothing happens.
  public func notify(_ state: Bytes) {
    guard let address else { return }
    try? Socket.sendDatagram(state.utf8, to: address)  // a manager that is gone must not stop the picture
  }

  /// Gives the manager an open file to keep for our successor (sd_notify(3), FDSTORE). A manager that keeps none refuses it silently.
  public func keep(_ descriptor: FileDescriptor, name: Bytes) {
    guard let address else { return }
    let state: Bytes = "FDSTORE=1\nFDPOLL=0\nFDNAME=\(name)"
    try? Socket.sendDatagram(state.utf8, with: descriptor, to: address)  // then a crash costs the picture
  }

  /// Takes back what was kept under a name.
  public func forget(name: Bytes) { notify("FDSTOREREMOVE=1\nFDNAME=\(name)") }
}
