import Support
import System

/// Watches the folder in which systemd-ask-password(1) leaves a file for each password that somebody has to enter
/// (https://systemd.io/PASSWORD_AGENTS). systemd's agent asks on the console.
final class PasswordRequests {
  private static var folder: Bytes { "/run/systemd/ask-password" }
  /// Nanoseconds between checks for requests whose process or time has ended without the file's removal.
  private static var interval: Int64 { 1_000_000_000 }
  /// Requests that are read.
  private static var limit: Int { 64 }

  private let changed: (Bool) -> Bool
  private let watch: FolderWatch
  private var isAsking = false
  /// When to read the folder.
  private(set) var deadline: Int64? = 0

  /// `changed` is called with true when there is a request, and with false when there is none any more. If it returns false,
  /// it is called again later. Nil if folders cannot be watched.
  init?(_ loop: EventLoop, changed: @escaping (Bool) -> Bool) {
    guard let watch = try? FolderWatch([]) else { return nil }
    self.watch = watch
    self.changed = changed
    _ = try? loop.watch(watch.descriptor) { [unowned(unsafe) self] _ in
      watch.acknowledge()
      deadline = 0
    }
  }

  func dispatch(now: Int64) {
    guard let deadline, deadline <= now else { return }
    // Before reading, so that a file that is created meanwhile is noticed. The folder may be created later.
    watch.addNearest(PasswordRequests.folder, deletions: true)
    let isPending = hasRequest(now)
    self.deadline = isPending ? now + PasswordRequests.interval : nil
    if isPending != isAsking, changed(isPending) { isAsking = isPending }
  }

  private func hasRequest(_ now: Int64) -> Bool {
    let names = (try? File.names(in: PasswordRequests.folder)) ?? []
    return names.prefix(PasswordRequests.limit).contains { name in
      guard name.hasPrefix("ask."), let file = try? File.read("\(PasswordRequests.folder)/\(name)", limit: INI.limit)
      else { return false }
      let request = PasswordRequest(Bytes(file))
      return request.isPending(now: now) && request.process.map { Peer.isRunning($0) } ?? true
    }
  }
}
