import Foundation
import Process
import Testing

/// loader-bridge on journal files that systemd-journal-remote(8) writes.
@Suite struct JournalReaderTests {
  static var writer: Program { Program("/usr/lib/systemd/systemd-journal-remote") }
  let folder = Folder()

  /// Appends an entry of this boot to a file of the journal.
  func write(_ message: String, priority: Int = 6, to file: String = "a", _ more: String = "") throws {
    try write([message], priority: priority, to: file, more)
  }

  func write(_ messages: [String], priority: Int = 6, to file: String = "a", _ more: String = "") throws {
    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
      .filter { $0 != "-" && $0 != "\n" }
    let time = Int(Date().timeIntervalSince1970 * 1e6)
    // The journal sorts by time.
    let entries = messages.enumerated().map { number, message in
      """
      __REALTIME_TIMESTAMP=\(time + number)
      __MONOTONIC_TIMESTAMP=\(Int(now * 1e6) + number)
      _BOOT_ID=\(boot)
      PRIORITY=\(priority)
      SYSLOG_IDENTIFIER=test
      _PID=1
      MESSAGE=\(message)
      \(more)


      """
    }
    let outcome = try Self.writer.run(["-o", folder["\(file).journal"], "-"], input: entries.joined())
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func newEntriesAreReadFromAllFiles() throws {
    try write("before")
    let daemon = try RecordingDaemon(at: folder["s"])
    let bridge = try RunningBridge(in: folder, ["--log", "notice"])
    pause(1)
    try write("unimportant")
    try write("read by loaderd itself", priority: 3, "_TRANSPORT=kernel")
    try write("important", priority: 3)
    #expect(daemon.receives("AppendLog", "test[1]: important"))
    try write("elsewhere", priority: 5, to: "b")
    #expect(daemon.receives("test[1]: elsewhere"))
    pause(1.5)
    try write("elsewhere again", priority: 5, to: "b")
    #expect(daemon.receives("elsewhere again"))
    #expect(!daemon.calls.contains { $0.contains("unimportant") || $0.contains("before") || $0.contains("itself") })
    #expect(daemon.calls.count == 3, "\(daemon.calls)")
    #expect(try bridge.end().errors.isEmpty)
  }

  /// It is started when somebody opens the log, which shows what happened before.
  @Test func theLastTwoHundredEntriesAreReadAtStart() throws {
    try write((1...205).map { "line \($0)." })
    let daemon = try RecordingDaemon(at: folder["s"])
    let bridge = try RunningBridge(in: folder, [])
    #expect(daemon.receives("line 6.") && daemon.receives("line 205."))
    #expect(!daemon.calls.contains { $0.contains("line 5.") })
    _ = bridge
  }

  @Test func theEmergencyModeIsReportedWithoutABus() throws {
    let daemon = try RecordingDaemon(at: folder["s"])
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    try write("Reached target Emergency Mode", "UNIT=emergency.target\nMESSAGE_ID=39f53479d3a045ac8e11786248231fbf")
    #expect(daemon.receives("ReportFailure", "emergency.target", "could not start"))
    #expect(!daemon.calls.contains { $0.contains("AppendLog") })
    _ = bridge
  }

  /// The entries from before the start tell of an emergency, and of its end.
  @Test func emergencyBeforeTheStartIsNotReported() throws {
    for (text, message) in [
      ("Reached target Rescue Mode", "39f53479d3a045ac8e11786248231fbf"),
      ("Stopped target Rescue Mode", "9d1aaa27d60140bd96365438aad20286"),
    ] {
      try write(text, "UNIT=rescue.target\nMESSAGE_ID=\(message)")
    }
    try write("before")
    let daemon = try RecordingDaemon(at: folder["s"])
    let bridge = try RunningBridge(in: folder, [])
    #expect(daemon.receives("AppendLog", "before"))
    try write("after")
    #expect(daemon.receives("AppendLog", "after"))
    #expect(!daemon.calls.contains { $0.contains("ReportFailure") })
    _ = bridge
  }

  @Test func entriesAreKeptUntilLoaderdStarts() throws {
    let bridge = try RunningBridge(in: folder, [])
    pause(0.5)
    try write("meanwhile")
    pause(1)
    let daemon = try RecordingDaemon(at: folder["s"])
    #expect(daemon.receives("AppendLog", "meanwhile"))
    _ = bridge
  }

  @Test func dryRunPrintsCalls() throws {
    try write("hello")
    let run = Folder()
    let words = ["--dry-run", "--bus", "unix:path=/nowhere", "--journal", folder.path]
    let child = try Child(.loaderBridge, words.map { Array($0.utf8) }, in: run)
    let call = #"{"method":"io.loaderd.Screen.AppendLog","parameters":{"lines":["test[1]: hello"]}}"# + "\n"
    #expect(try eventually { try String(decoding: run.data("out"), as: UTF8.self) == call })
    child.signal(2)
    #expect(try child.finish().status == 0)
  }
}
