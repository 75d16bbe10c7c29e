import Progress
import Support
import System

/// Stores the duration history: beside the socket until the machine is switched off, and in a persistent file.
///
/// The persistent file is written at most once a boot, except if the part of work that takes several boots has changed:
/// the part must survive the reboot.
final class HistoryStore {
  /// Folder of the persistent file, unless another is configured.
  static var standard: Bytes { "/var/lib/loaderd" }
  private static var limit: Int { DurationHistory.byteLimit }

  /// The persistent file in a configured folder; nil for `no`. It has the name that older versions gave it.
  static func file(in folder: Bytes) -> Bytes? { folder == "no" ? nil : "\(folder)/experience" }

  /// The persistent file.
  private let path: Bytes
  /// The file beside the socket, which is newer.
  private let runtimePath: Bytes
  /// Exists if the persistent file was written in this boot.
  private let marker: Bytes
  private(set) var isRead = false
  private var known = DurationHistory()

  /// Nil if no folder is configured or the socket is abstract: then nothing is stored.
  init?(_ folder: Bytes?, beside socket: Bytes) {
    guard let file = folder.flatMap({ HistoryStore.file(in: $0) }), !socket.hasPrefix("@") else { return nil }
    path = file
    runtimePath = socket + ".experience"
    marker = socket + ".kept"
  }

  /// Reads the history; empty if there is none.
  func read() -> DurationHistory {
    isRead = true
    let content =
      (try? File.read(runtimePath, limit: HistoryStore.limit)) ?? (try? File.read(path, limit: HistoryStore.limit))
    known = DurationHistory(Bytes(content ?? []))
    return known
  }

  /// Stores a history that has changed since `read`.
  func write(_ history: DurationHistory) {
    guard isRead, history != known else { return }
    replace(runtimePath, with: history.text.utf8)
    makePersistent()
  }

  /// Writes the file beside the socket to the persistent file, unless that was done in this boot with the same part.
  func makePersistent() {
    guard let bytes = try? File.read(runtimePath, limit: HistoryStore.limit) else { return }
    if File.exists(marker) {
      let old = (try? File.read(path, limit: HistoryStore.limit)) ?? []
      if DurationHistory(Bytes(bytes)).part == DurationHistory(Bytes(old)).part { return }
    }
    guard replace(path, with: bytes) else { return }
    try? File.replace(marker, with: [])  // on failure the file may be written twice
    File.remove(runtimePath)
  }

  /// Returns false after a failure, which is logged unless it is expected: the folder does not exist yet, or is read-only
  /// for the daemon.
  @discardableResult private func replace(_ path: Bytes, with bytes: [UInt8]) -> Bool {
    do throws(SystemError) {
      try File.replace(path, with: bytes)
      return true
    } catch {
      switch error.code {
      case Errno.noSuchFileOrDirectory, Errno.readOnlyFileSystem, Errno.permissionDenied: break
      default: Daemon.log("\(path): \(error.text); the durations of this boot are not learned")
      }
      return false
    }
  }
}
