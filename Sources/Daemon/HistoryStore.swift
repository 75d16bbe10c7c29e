import System
import Support
import Progress

/// Where what was learned is kept: beside the socket until the machine is switched off, and in a file that outlives it,
/// which is written at most once a run of the machine, but for a part of work that goes on after a reboot.
final class HistoryStore {
  static var standard: Bytes { "/var/lib/loaderd" }
  private static var limit: Int { DurationHistory.byteLimit }

  private let path, runtimePath, marker: Bytes
  private(set) var isRead = false
  private var known = DurationHistory()

  /// Nil keeps nothing.
  init?(_ folder: Bytes?, beside socket: Bytes) {
    guard let folder, folder != "no", !socket.hasPrefix("@") else { return nil }
    path = folder + "/experience"
    (runtimePath, marker) = (socket + ".experience", socket + ".kept")
  }

  func read() -> DurationHistory {
    isRead = true
    // The one of this run is the newer one; none is none yet.
    let bytes =
      (try? File.read(runtimePath, limit: HistoryStore.limit)) ?? (try? File.read(path, limit: HistoryStore.limit)) ?? []
    known = DurationHistory(Bytes(bytes))
    return known
  }

  func write(_ history: DurationHistory) {
    guard isRead, history != known else { return }
    try? File.replace(runtimePath, with: history.text.utf8)  // else it is forgotten, and nothing more
    keep()
  }

  /// Writes what was left beside the socket to where it outlives this run of the machine, unless that was done already.
  func keep() {
    guard let bytes = try? File.read(runtimePath, limit: HistoryStore.limit) else { return }
    if File.exists(marker) {
      let old = (try? File.read(path, limit: HistoryStore.limit)) ?? []
      if DurationHistory(Bytes(bytes)).part == DurationHistory(Bytes(old)).part { return }
    }
    guard (try? File.replace(path, with: bytes)) != nil else { return }
    try? File.replace(marker, with: [])  // the price is a second write
    File.remove(runtimePath)
  }
}
