import Compatibility
import ProgressParsers
import Support
import System

/// Relays the progress of file system checks to the boot screen, where there is no systemd-fsckd: the process of
/// loaderd-fsck.service.
///
/// systemd-fsck connects to /run/systemd/fsck.progress, and fsck writes its progress to that connection. SIGPIPE ends a
/// fsck whose connection is closed. So the connections are not loaderd's, which may quit meanwhile.
final class FsckRelay {
  private typealias Check = (id: Int, progress: Fsck, token: EventLoop.Token)

  private let loop: EventLoop
  private let timer: Timer
  private let listener: FileDescriptor
  private var checks: [Check] = []
  private var nextId = 0
  private var isChanged = false
  private var lastUpdate: Int64 = 0
  private var idleSince: Int64

  /// Nanoseconds between two updates.
  private static var interval: Int64 { 250_000_000 }
  /// Nanoseconds without a check before the process ends. The socket unit starts it again.
  private static var idleLimit: Int64 { 30_000_000_000 }

  /// Accepts connections at the socket of the service manager.
  init(_ listener: FileDescriptor) throws(SystemError) {
    loop = try EventLoop()
    timer = try Timer()
    self.listener = listener
    idleSince = Clock.nanoseconds
  }

  /// Returns when there was no check for a while.
  func run() throws(SystemError) {
    _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
    _ = try loop.watch(listener) { [unowned(unsafe) self] _ in accept() }
    try loop.run { [unowned(unsafe) self] in dispatch(now: Clock.nanoseconds) }
  }

  private func accept() {
    guard let connection = (try? Socket.accepted(from: listener)) ?? nil,
      (try? Peer(of: connection))?.isTrusted == true,
      case let id = nextId,
      let token = try? loop.watch(connection, { [unowned(unsafe) self] _ in read(connection, id) })
    else { return }
    nextId += 1
    checks.append((id, Fsck(), token))
  }

  private func read(_ connection: FileDescriptor, _ id: Int) {
    guard let index = checks.firstIndex(where: { $0.id == id }) else { return }
    var received: [UInt8] = []  // none after an error too, which ends the connection
    do throws(SystemError) {
      guard let bytes = try connection.read(upTo: 4096) else { return }
      received = bytes
    } catch {}
    checks[index].progress.feed(received)
    isChanged = true
    if !received.isEmpty { return }
    loop.forget(checks[index].token)
    checks.remove(at: index)
    idleSince = Clock.nanoseconds
  }

  private func dispatch(now: Int64) {
    if isChanged, checks.isEmpty || lastUpdate + FsckRelay.interval <= now {
      isChanged = false
      lastUpdate = now
      send()
    }
    if checks.isEmpty, idleSince + FsckRelay.idleLimit <= now { return loop.stop() }
    timer.set(checks.isEmpty ? idleSince + FsckRelay.idleLimit : isChanged ? lastUpdate + FsckRelay.interval : nil)
  }

  /// Sends what systemd-fsckd sends to plymouthd: the number of checks, the least progress, and a text.
  private func send() {
    let running = checks.filter { !$0.progress.device.isEmpty }
    let least = running.map { $0.progress.percent }.min() ?? 100
    let text: Bytes = running.count == 1 ? "Checking \(running[0].progress.device)" : "Checking file systems"
    let update = PlymouthRequest(.update, "fsckd:\(running.count):\((least * 10).rounded() / 10):\(text)")
    // Without a boot screen the progress is dropped, and any user may have its address.
    if let screen = try? Socket.connectedAtOnce(to: PlymouthAddress.names[0]),
      (try? Peer(of: screen))?.isTrusted == true
    {
      _ = try? Socket.send(update.bytes[...], on: screen)
    }
  }
}
