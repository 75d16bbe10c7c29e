import Progress
import ScreenAPI
import Support
import System

/// Stores the duration history: beside the socket until the machine is switched off, and in a persistent file.
///
/// The persistent file is written once a boot, and when the machine goes down or the part of the update
/// (`ProgressModel.Part`) has changed.
final class HistoryStore {
  private static var limit: Int { DurationHistory.byteLimit }

  /// The persistent file.
  private let path: Bytes
  /// The file beside the socket, which is newer.
  private let runtimePath: Bytes
  /// Exists if the persistent file was written in this boot.
  private let marker: Bytes
  /// When to call `read`: at the start, and after a mount as long as the persistent file has not been found.
  private(set) var deadline: Int64? = 0
  /// The earliest time of the next reading.
  private var nextRead: Int64 = 0
  /// Nanoseconds between two readings.
  private static var readInterval: Int64 { 1_000_000_000 }
  /// Nanoseconds that the end of the daemon waits for the disk.
  private static var writeTimeout: Int64 { 1_000_000_000 }
  /// Whether a worker process reads the persistent file.
  private var isReading = false
  private(set) var isRead = false
  /// What is stored.
  private var known = DurationHistory()
  /// The process that writes the persistent file.
  private var writer: WorkerProcess?
  /// Whether the history has changed since `writer` was started.
  private var isWriteDue = false

  /// `file` is the persistent one. Nil if there is none, or if the socket is abstract: then nothing is stored.
  init?(_ file: Bytes?, beside socket: Bytes) {
    runtimePath = SocketCompanion.history.path(beside: socket)
    marker = SocketCompanion.keptHistory.path(beside: socket)
    guard let file, !runtimePath.isEmpty else { return nil }
    path = file
  }

  /// Passes to `use` first what earlier processes of this boot have stored, which may be nothing; later, when a worker
  /// process has read the persistent file, which may be on a slow disk, what earlier boots have.
  func read(_ workers: WorkerPool, _ use: @escaping (DurationHistory) -> Void) {
    deadline = nil
    if !isRead {
      isRead = true
      known.isPartial = true
      if let runtime = load(runtimePath) { known = runtime }
      use(known)
    }
    if !known.isPartial { return }
    nextRead = Clock.nanoseconds + HistoryStore.readInterval
    // The worker may have looked before the newest mount.
    if isReading { return deadline = nextRead }
    isReading = workers.start(for: .root, isForClient: false) { [path] in
      (try? File.read(path, limit: HistoryStore.limit)) ?? []
    } finish: { [unowned(unsafe) self] worker in
      isReading = false
      let bytes = worker?.result(limit: HistoryStore.limit) ?? []
      if bytes.isEmpty { return }
      known = DurationHistory(Bytes(bytes))
      known.unfinished = nil  // that of another boot
      known.isPartial = false
      deadline = nil
      use(known)
    }
    if !isReading { deadline = nextRead }
  }

  /// Something was mounted: the persistent file may be there now. A boot mounts much in a short time.
  func noteMount() { if isRead, known.isPartial { deadline = nextRead } }

  private func load(_ path: Bytes) -> DurationHistory? {
    (try? File.read(path, limit: HistoryStore.limit)).map { DurationHistory(Bytes($0)) }
  }

  /// Stores a history that has changed beside the socket, for the next process.
  func writeForSuccessor(_ history: DurationHistory) {
    guard isRead, history != known else { return }
    known = history
    replace(runtimePath, with: history.text.utf8)
  }

  /// Stores a history that has changed, at last in the persistent file. A disk that does not answer in time does not
  /// delay the end of the daemon, which has the display: loaderd-keep.service stores what is beside the socket later.
  func write(_ history: DurationHistory) {
    writeForSuccessor(history)
    let end = Clock.nanoseconds + HistoryStore.writeTimeout
    _ = writer?.descriptor.awaitBytes(until: end)
    writer = nil
    guard isRead, File.exists(runtimePath) else { return }
    writer = try? WorkerProcess(withFiles: false, { makePersistent(again: isWriteDue) })
    _ = writer?.descriptor.awaitBytes(until: end)
    writer = nil
  }

  /// As `write`, but another process waits for the disk.
  func writeWithoutWaiting(_ history: DurationHistory) {
    writeForSuccessor(history)
    guard isRead, File.exists(runtimePath) else { return }
    isWriteDue = writer != nil
    if isWriteDue { return }
    // Without memory for the process, it is not stored.
    writer = try? WorkerProcess(withFiles: false, { makePersistent(again: true) })
  }

  /// Reaps the process that writes when it has ended: as a zombie it could delay a power-off. SIGCHLD wakes the event
  /// loop. Starts the next one if the history has changed meanwhile.
  func dispatch() {
    guard let writer, writer.descriptor.awaitBytes(until: 0) else { return }
    self.writer = nil
    if isWriteDue { writeWithoutWaiting(known) }
  }

  /// Writes the file beside the socket to the persistent file. If that was done in this boot with the same part, it is
  /// done once more only if `again` is true.
  func makePersistent(again: Bool = false) {
    guard let read = try? File.read(runtimePath, limit: HistoryStore.limit) else { return }
    var bytes = read
    let stored = load(path)
    var history = DurationHistory(Bytes(bytes))
    if !again, File.exists(marker), history.part == stored?.part { return }
    if history.isPartial || history.decidesPart {
      if history.isPartial, let stored { history = stored.adding(history) }
      (history.isPartial, history.decidesPart) = (false, false)
      bytes = history.text.utf8
    }
    guard replace(path, with: bytes) else { return }
    try? File.replace(marker, with: [])  // on failure the file may be written twice
    // A newer history that was stored meanwhile is for the next writer.
    if let newest = try? File.read(runtimePath, limit: HistoryStore.limit), newest == read {
      File.remove(runtimePath)
    }
  }

  /// Returns false after a failure, which is logged unless it is expected: the folder does not exist yet, or is
  /// read-only for the daemon.
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
