internal import CLinux
public import Notation

/// The service manager that started us, if one did: systemd's protocols sd_notify(3), sd_listen_fds(3) and
/// sd_watchdog_enabled(3), which are a datagram and a few environment variables.
public struct ServiceManager {
  private let address: Bytes?
  /// Sockets that the manager opened for us.
  public let sockets: [FileDescriptor]
  /// Nanoseconds within which the manager wants to hear `WATCHDOG=1` again; nil when it does not watch.
  public let watchdog: Int64?

  /// Takes the variables out of the environment, so that no child believes they are for it.
  public init() {
    address = Environment["NOTIFY_SOCKET"]
    func isForUs(_ variable: StaticString) -> Bool { Environment[variable] == "\(Int(getpid()))" }
    var sockets: [FileDescriptor] = []
    if isForUs("LISTEN_PID"), let count = Environment["LISTEN_FDS"].flatMap(Decimal.integer) {
      for number in 3..<3 + Int32(min(count, 64)) {
        _ = linux_close_on_exec(number)
        var isOn: Int32 = 1
        _ = linux_ioctl(number, UInt(FIONBIO), &isOn)  // a manager need not have made it non-blocking
        sockets.append(FileDescriptor(owning: number))
      }
    }
    self.sockets = sockets
    let watched = Environment["WATCHDOG_PID"] == nil || isForUs("WATCHDOG_PID")
    let microseconds = watched ? Environment["WATCHDOG_USEC"].flatMap(Decimal.double) : nil
    watchdog = microseconds.flatMap { (1...1e15).contains($0) ? Int64($0 * 1000) : nil }
    for name: StaticString in [
      "NOTIFY_SOCKET", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "WATCHDOG_PID", "WATCHDOG_USEC",
    ] { Environment.remove(name) }
  }

  /// Sends newline-separated assignments such as `READY=1`; without a manager, and if it does not listen, nothing happens.
  public func notify(_ state: Bytes) {
    guard let address else { return }
    try? Socket.sendDatagram(state.utf8, to: address)  // a manager that is gone must not stop the picture
  }
}
