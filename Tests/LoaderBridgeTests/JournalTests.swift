import Foundation
import Process
import Testing

/// A journal whose files systemd's own program writes.
@Suite struct JournalTests {
  static var writer: Program { Program("/usr/lib/systemd/systemd-journal-remote") }
  let folder = Folder()

  /// Appends an entry of this boot to a file of the journal.
  func write(_ message: String, priority: Int = 6, to file: String = "a", _ more: String = "") throws {
    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
      .filter { $0 != "-" && $0 != "\n" }
    let time = Int(Date().timeIntervalSince1970 * 1e6)
    let entry = """
      __REALTIME_TIMESTAMP=\(time)
      __MONOTONIC_TIMESTAMP=\(Int(now * 1e6))
      _BOOT_ID=\(boot)
      PRIORITY=\(priority)
      SYSLOG_IDENTIFIER=test
      _PID=1
      MESSAGE=\(message)
      \(more)


      """
    let outcome = try Self.writer.run(["-o", folder["\(file).journal"], "-"], input: entry)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func linesAreFollowedAcrossFiles() throws {
    try write("before")
    let screen = try RecordingScreen(at: folder["s"])
    let bridge = try RunningBridge(in: folder, ["--log", "notice"])
    pause(1)
    try write("unimportant")
    try write("read by loaderd itself", priority: 3, "_TRANSPORT=kernel")
    try write("important", priority: 3)
    #expect(screen.hears("AppendLog", "test[1]: important"))
    try write("elsewhere", priority: 5, to: "b")
    #expect(screen.hears("test[1]: elsewhere"))
    pause(1.5)
    try write("elsewhere again", priority: 5, to: "b")
    #expect(screen.hears("elsewhere again"))
    #expect(!screen.calls.contains { $0.contains("unimportant") || $0.contains("before") || $0.contains("itself") })
    #expect(screen.calls.count == 3, "\(screen.calls)")
    #expect(try bridge.end().errors.isEmpty)
  }

  @Test func theLastLinesComeFirst() throws {
    for number in 1...25 { try write("line \(number).") }
    let screen = try RecordingScreen(at: folder["s"])
    let bridge = try RunningBridge(in: folder, [])
    #expect(screen.hears("line 6.", "line 25."))
    #expect(!screen.calls.contains { $0.contains("line 5.") })
    _ = bridge
  }

  @Test func theEmergencyModeIsSeenWithoutABus() throws {
    let screen = try RecordingScreen(at: folder["s"])
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    try write("Reached target Emergency Mode", "UNIT=emergency.target\nMESSAGE_ID=39f53479d3a045ac8e11786248231fbf")
    #expect(screen.hears("ReportFailure", "emergency.target", "could not start"))
    #expect(!screen.calls.contains { $0.contains("AppendLog") })
    _ = bridge
  }

  @Test func theNewestLinesWaitForALoaderd() throws {
    let bridge = try RunningBridge(in: folder, [])
    pause(0.5)
    try write("meanwhile")
    pause(1)
    let screen = try RecordingScreen(at: folder["s"])
    #expect(screen.hears("AppendLog", "meanwhile"))
    _ = bridge
  }

  @Test func aDryRunPrintsTheCalls() throws {
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
