import LoaderBridge
import CSystemd
import System
import Support

/// The journal's new entries of this boot, by sd-journal(3).
final class Journal {
  private static var pause: Int64 { 1_000_000_000 }
  /// Lines from before the start.
  private static var history: UInt64 { 20 }
  /// Entries a turn: the rest comes after what else waits.
  private static var batch: Int { 100 }
  /// What systemd says when a unit has started (systemd.journal-fields(7), sd-messages.h).
  private static var started: Bytes { "MESSAGE_ID=39f53479d3a045ac8e11786248231fbf" }

  private let loop: EventLoop
  private let folder: Bytes?
  private let priority: Int?
  private let noticesEmergency: Bool
  private let pendingUpdates: PendingUpdates
  private var link: (journal: OpaquePointer, token: EventLoop.Token)?
  private var retry: Int64 = 0
  private var hasMore = false
  /// Where to go on after files came or went: a journal that was opened does not look for new folders.
  private var cursor: UnsafeMutablePointer<CChar>?

  init(_ loop: EventLoop, _ options: Options, _ pendingUpdates: PendingUpdates) {
    (self.loop, folder, self.pendingUpdates) = (loop, options.journal, pendingUpdates)
    (priority, noticesEmergency) = (options.priority, options.failures != .none)
  }

  func dispatch(_ now: Int64) {
    if link == nil {
      if now < retry { return }
      retry = now + Journal.pause
      open()
    }
    guard let link else { return }
    let change = sd_journal_process(link.journal)
    read(link.journal)
    if change < 0 || change == Int32(SD_JOURNAL_INVALIDATE) && !hasMore { close(now) }
  }

  var deadline: Int64? {
    guard let link else { return retry }
    if hasMore { return 1 }
    var microseconds: UInt64 = 0
    if sd_journal_get_timeout(link.journal, &microseconds) < 0 || microseconds > UInt64(Int64.max / 1000) { return nil }
    return Int64(microseconds) * 1000
  }

  private func open() {
    var opened: OpaquePointer?
    let local = Int32(SD_JOURNAL_LOCAL_ONLY)
    let result =
      folder.map { $0.withCString { sd_journal_open_directory(&opened, $0, 0) } } ?? sd_journal_open(&opened, local)
    guard result >= 0, let journal = opened else { return }
    sd_journal_set_data_threshold(journal, 4096)
    filter(journal)
    guard let descriptor = try? FileDescriptor(duplicating: sd_journal_get_fd(journal)),
      // What has arrived is processed in the next turn.
      let token = try? loop.watch(descriptor, { _ in })
    else { return sd_journal_close(journal) }
    link = (journal, token)
    begin(journal)
  }

  /// Of this boot: what is important enough, or tells of the emergency mode.
  private func filter(_ journal: OpaquePointer) {
    func match(_ text: Bytes) { _ = text.withCString { sd_journal_add_match(journal, $0, 0) } }
    var boot = [CChar](repeating: 0, count: 33)
    let hasBoot = systemd_boot(&boot) >= 0
    let ofThisBoot: Bytes = "_BOOT_ID=\(boot.withUnsafeBufferPointer { Bytes(cString: $0.baseAddress) })"
    if let priority {
      for level in 0...priority { match("PRIORITY=\(level)") }
      if hasBoot { match(ofThisBoot) }
      sd_journal_add_disjunction(journal)
    }
    if noticesEmergency {
      match(Journal.started)
      match("_PID=1")  // a field that journald vouches for
      match("UNIT=emergency.target")
      match("UNIT=rescue.target")
      if hasBoot { match(ofThisBoot) }
    }
  }

  private func begin(_ journal: OpaquePointer) {
    if let cursor {
      // The one that was read last, which is skipped, or the next if it is gone.
      if sd_journal_seek_cursor(journal, cursor) >= 0, sd_journal_next(journal) > 0 {
        if sd_journal_test_cursor(journal, cursor) <= 0 { take(journal) }
      }
    } else if sd_journal_seek_tail(journal) >= 0, sd_journal_previous_skip(journal, Journal.history) > 0 {
      take(journal)
    } else {
      sd_journal_seek_head(journal)
    }
    hasMore = true
  }

  private func read(_ journal: OpaquePointer) {
    hasMore = false
    for _ in 0..<Journal.batch {
      if sd_journal_next(journal) <= 0 { return }
      take(journal)
    }
    hasMore = true
  }

  private func take(_ journal: OpaquePointer) {
    func field(_ name: StaticString) -> Bytes? { Journal.field(name, of: journal) }
    if noticesEmergency, let unit = field("UNIT"), unit == "emergency.target" || unit == "rescue.target",
      field("_PID") == "1", field("MESSAGE_ID").map({ "MESSAGE_ID=" + $0 }) == Journal.started
    {
      pendingUpdates.failures.takeEmergency(unit)
    }
    guard let priority, let level = field("PRIORITY").flatMap(Decimal.integer), level <= priority else { return }
    let identifier = field("SYSLOG_IDENTIFIER") ?? field("_COMM") ?? ""
    // A loaderd that tells of each call would tell of this one, and the kernel's messages it reads itself.
    if identifier == "loaderd" || identifier == "loader-bridge" || field("_TRANSPORT") == "kernel" { return }
    let line = LogLine.text(
      identifier: identifier, process: field("SYSLOG_PID") ?? field("_PID") ?? "", message: field("MESSAGE") ?? "")
    if !line.isEmpty { pendingUpdates.log.add(line) }
  }

  private static func field(_ name: StaticString, of journal: OpaquePointer) -> Bytes? {
    var data: UnsafeRawPointer?
    var count = 0
    let result = Bytes(name).withCString { sd_journal_get_data(journal, $0, &data, &count) }
    guard result >= 0, let data else { return nil }
    let bytes = [UInt8](UnsafeRawBufferPointer(start: data, count: count))
    return Bytes(bytes.dropFirst(name.utf8CodeUnitCount + 1))
  }

  private func close(_ now: Int64) {
    guard let link else { return }
    var cursor: UnsafeMutablePointer<CChar>?
    if sd_journal_get_cursor(link.journal, &cursor) >= 0 {
      // It stays until the next one is known.
      systemd_free(self.cursor)
      self.cursor = cursor
    }
    self.link = nil
    loop.forget(link.token)
    sd_journal_close(link.journal)
    retry = now + Journal.pause
  }
}
