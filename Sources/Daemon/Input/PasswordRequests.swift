import Support
import System

/// Watches the folder in which systemd-ask-password(1) leaves a file for each password that somebody has to enter
/// (https://systemd.io/PASSWORD_AGENTS). systemd's agent asks on the text console.
final class PasswordRequests {
  private static var folder: Bytes { "/run/systemd/ask-password" }
  /// Nanoseconds between checks for requests whose process or time has ended without the file's removal, and of a
  /// folder that is not watched.
  private static var interval: Int64 { 1_000_000_000 }
  /// Requests that are read.
  private static var limit: Int { 64 }

  private let loop: EventLoop
  private let changed: (Bool) -> Bool
  /// Nil while the kernel has no inotify instance left for our user.
  private var watch: FolderWatch?
  /// The files of the requests that `changed` knows of.
  private var known: [Bytes] = []
  /// When to read the folder.
  private(set) var deadline: Int64? = 0

  /// `changed` is called with true when there is a new request, and with false when there is none any more. If it
  /// returns false, it is called again later.
  init(_ loop: EventLoop, changed: @escaping (Bool) -> Bool) {
    self.loop = loop
    self.changed = changed
  }

  func dispatch(now: Int64) {
    guard let deadline, deadline <= now else { return }
    // Before reading, so that a file that is created meanwhile is noticed. The folder may be created later.
    startWatch()
    watch?.addNearest(PasswordRequests.folder, deletions: true)
    let pending = requests(now)
    self.deadline = !pending.isEmpty || watch == nil ? now + PasswordRequests.interval : nil
    let isChange = pending.contains { !known.contains($0) } || pending.isEmpty && !known.isEmpty
    if !isChange || changed(!pending.isEmpty) { known = pending }
  }

  private func startWatch() {
    if watch == nil { watch = try? FolderWatch(loop) { [unowned(unsafe) self] in deadline = 0 } }
  }

  /// The names of the files whose requests somebody waits for.
  private func requests(_ now: Int64) -> [Bytes] {
    let names = (try? File.names(in: PasswordRequests.folder)) ?? []
    return Array(names.prefix(PasswordRequests.limit)).filter { name in
      guard name.hasPrefix("ask."), let file = try? File.read("\(PasswordRequests.folder)/\(name)", limit: INI.limit)
      else { return false }
      let request = PasswordRequest(Bytes(file))
      return request.isPending(now: now) && request.process.map { Peer.isRunning($0) } ?? true
    }
  }
}
