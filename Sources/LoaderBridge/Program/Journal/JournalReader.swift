import CSystemd
import LoaderBridge
import Support
import System

/// Follows the journal's entries of this boot with sd-journal(3).
final class JournalReader {
  /// Nanoseconds between two attempts to open the journal.
  private static var retryInterval: Int64 { 1_000_000_000 }
  /// Entries from before the start of loader-bridge that are read first: as many as ``LogQueue`` and loaderd's log
  /// keep.
  private static var history: UInt64 { 200 }
  /// Entries that are read in one iteration of the event loop.
  private static var batch: Int { 100 }
  /// SD_MESSAGE_UNIT_STARTED and SD_MESSAGE_UNIT_STOPPED (systemd/sd-messages.h).
  private static var unitStarted: Bytes { "39f53479d3a045ac8e11786248231fbf" }
  private static var unitStopped: Bytes { "9d1aaa27d60140bd96365438aad20286" }

  private let loop: EventLoop
  private let folder: Bytes?
  private let priority: Int?
  private let reportsEmergency: Bool
  private let pendingCalls: PendingCalls
  private var opened: (journal: OpaquePointer, token: EventLoop.Token)?
  private var nextAttempt: Int64 = 0
  /// Whether the last batch was full.
  private var hasMore = false
  /// Whether the journal has new directories, and is opened again after the entries that are there.
  private var mustReopen = false
  /// Whether entries from before the start are read.
  private var isReadingHistory = false
  /// The emergency that these entries tell of, unless they also tell that it is over.
  private var earlierEmergency: Bytes?
  /// The last entry that was read, to continue there: the journal is opened again after its files have changed, because
  /// an open one does not look for new directories. An entry whose file is gone has no cursor any more.
  private var cursor: UnsafeMutablePointer<CChar>?

  init(_ loop: EventLoop, _ options: Options, _ pendingCalls: PendingCalls) {
    self.loop = loop
    self.pendingCalls = pendingCalls
    folder = options.journal
    priority = options.priority
    reportsEmergency = options.failures != .none
  }

  /// Opens the journal if an attempt is due, and reads a batch of entries.
  func dispatch(_ now: Int64) {
    if opened == nil {
      if now < nextAttempt { return }
      nextAttempt = now + JournalReader.retryInterval
      open()
    }
    guard let opened else { return }
    let change = sd_journal_process(opened.journal)
    if change == Int32(SD_JOURNAL_INVALIDATE) { mustReopen = true }
    readBatch(opened.journal)
    if change < 0 || mustReopen && !hasMore { close(now) }
  }

  /// When to call ``dispatch(_:)`` next, in nanoseconds; nil for not before another event.
  var deadline: Int64? {
    guard let opened else { return nextAttempt }
    if hasMore { return 1 }
    var microseconds: UInt64 = 0
    let result = sd_journal_get_timeout(opened.journal, &microseconds)
    if result < 0 || microseconds > UInt64(Int64.max / 1000) { return nil }
    return Int64(microseconds) * 1000
  }

  private func open() {
    var pointer: OpaquePointer?
    let local = Int32(SD_JOURNAL_LOCAL_ONLY)
    let result =
      folder.map { $0.withCString { sd_journal_open_directory(&pointer, $0, 0) } }
      ?? sd_journal_open(&pointer, local)
    guard result >= 0, let journal = pointer else { return }
    sd_journal_set_data_threshold(journal, 4096)
    addMatches(journal)
    guard let descriptor = try? FileDescriptor(duplicating: sd_journal_get_fd(journal)),
      // An empty handler: dispatch(_:) runs after each batch of events.
      let token = try? loop.watch(descriptor, { _ in })
    else { return sd_journal_close(journal) }
    opened = (journal, token)
    seek(journal)
  }

  /// Matches entries of this boot that have the priority, or report that the emergency mode was reached
  /// (sd_journal_add_match(3)).
  private func addMatches(_ journal: OpaquePointer) {
    func match(_ text: Bytes) { _ = text.withCString { sd_journal_add_match(journal, $0, 0) } }
    var boot = [CChar](repeating: 0, count: 33)
    let hasBoot = systemd_boot(&boot) >= 0
    let ofThisBoot: Bytes = "_BOOT_ID=\(boot.withUnsafeBufferPointer { Bytes(cString: $0.baseAddress) })"
    if let priority, priority >= 6 {  // info: nearly all entries, so a match for each level would only take time
      if hasBoot { match(ofThisBoot) }
      return
    }
    if let priority {
      for level in 0...priority { match("PRIORITY=\(level)") }
      if hasBoot { match(ofThisBoot) }
      sd_journal_add_disjunction(journal)
    }
    if reportsEmergency {
      match("MESSAGE_ID=" + JournalReader.unitStarted)
      match("MESSAGE_ID=" + JournalReader.unitStopped)
      match("_PID=1")  // a trusted field: journald writes it, not the sender (systemd.journal-fields(7))
      match("UNIT=emergency.target")
      match("UNIT=rescue.target")
      if hasBoot { match(ofThisBoot) }
    }
  }

  /// Continues after the last entry that was read, or starts with the newest ones.
  private func seek(_ journal: OpaquePointer) {
    if let cursor {
      // The entry itself is skipped; if its file is gone, this is the one after it.
      if sd_journal_seek_cursor(journal, cursor) >= 0, sd_journal_next(journal) > 0 {
        if sd_journal_test_cursor(journal, cursor) <= 0 { readEntry(journal) }
      }
    } else if sd_journal_seek_tail(journal) >= 0, sd_journal_previous_skip(journal, JournalReader.history) > 0 {
      isReadingHistory = true
      readEntry(journal)
    } else {
      sd_journal_seek_head(journal)
    }
    hasMore = true
  }

  private func readBatch(_ journal: OpaquePointer) {
    hasMore = false
    var count = 0
    while count < JournalReader.batch, sd_journal_next(journal) > 0 {
      handleEntry(journal)
      count += 1
    }
    if count > 0 { keepCursor(journal) }
    hasMore = count == JournalReader.batch
    if hasMore { return }
    isReadingHistory = false
    if let earlierEmergency { pendingCalls.failures.reportEmergency(earlierEmergency) }
    earlierEmergency = nil
  }

  private func readEntry(_ journal: OpaquePointer) {
    handleEntry(journal)
    keepCursor(journal)
  }

  private func keepCursor(_ journal: OpaquePointer) {
    var new: UnsafeMutablePointer<CChar>?
    guard sd_journal_get_cursor(journal, &new) >= 0 else { return }
    systemd_free(cursor)
    cursor = new
  }

  private func handleEntry(_ journal: OpaquePointer) {
    let entry = JournalEntry(journal)
    if reportsEmergency, let unit = entry[.unit], unit == "emergency.target" || unit == "rescue.target",
      entry[.process] == "1"
    {
      handleEmergency(unit, entry[.messageID])
    }
    guard let priority, let level = entry[.priority].flatMap(Decimal.integer), level <= priority else { return }
    let identifier = entry[.identifier] ?? entry[.command] ?? ""
    // A line of theirs about an AppendLog call would cause the next one. loaderd reads the kernel's messages itself.
    if identifier == "loaderd" || identifier == "loader-bridge" || entry[.transport] == "kernel" { return }
    let line = LogLine.text(
      identifier: identifier, process: entry[.senderProcess] ?? entry[.process] ?? "", message: entry[.message] ?? "")
    if !line.isEmpty { pendingCalls.log.add(line) }
  }

  /// Handles an entry of systemd about `emergency.target` or `rescue.target`.
  private func handleEmergency(_ unit: Bytes, _ message: Bytes?) {
    let isStarted = message == JournalReader.unitStarted
    if !isStarted, message != JournalReader.unitStopped { return }
    if isReadingHistory {
      earlierEmergency = isStarted ? unit : nil
    } else if isStarted {
      pendingCalls.failures.reportEmergency(unit)
    } else {
      _ = pendingCalls.failures.handle(unit: unit, state: "inactive")
    }
  }

  private func close(_ now: Int64) {
    guard let opened else { return }
    self.opened = nil
    mustReopen = false
    loop.forget(opened.token)
    sd_journal_close(opened.journal)
    nextAttempt = now + JournalReader.retryInterval
  }
}
