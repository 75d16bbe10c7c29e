import Foundation
import Process
import Testing

/// `loaderctl follow`: progress from standard input.
@Suite struct FollowTests {
  /// Runs `follow` until it leaves the expected state. At its end it waits a second for loaderd, which takes longer on
  /// a busy machine.
  static func run(
    _ words: [String], _ input: String, on daemon: RunningDaemon, leaves isExpected: (Answer) -> Bool
  ) throws -> Bool {
    try eventually {
      let outcome = try daemon.control(words, input: input), state = try daemon.call("GetState")
      return outcome.status == 0 && outcome.errors == "" && outcome.output.isEmpty && isExpected(state)
    }
  }

  @Test(
    arguments: [
      (["follow"], "10\n42%\n", 0.42, ""), (["follow"], "10\r0.42", 0.42, ""),
      (["follow"], "10\n42", 0.42, ""),
      (["follow", "--format", "dialog"], "10\nXXX\n42\nSetting up\nXXX\n", 0.42, "Setting up"),
      (["follow", "--format", "dd", "--size", "1000"], "420 bytes copied, 1 s, 420 B/s", 0.42, ""),
    ])
  func progressIsShown(words: [String], input: String, value: Double, label: String) throws {
    let isShown = try FollowTests.run(words, input, on: try RunningDaemon()) {
      $0.number("progress") == value && $0.text("status") == label && $0.text("text") == "Thinking…"
    }
    #expect(isShown)
  }

  @Test func phasesAreCombined() throws {
    let daemon = try RunningDaemon()
    let isFirst = try FollowTests.run(["follow"], "dlstatus:1:50.0:Retrieving file 1 of 2\n", on: daemon) {
      (0.1...0.49).contains($0.number("progress") ?? 0) && $0.text("status") == "Retrieving file 1 of 2"
    }
    let isSecond = try FollowTests.run(["follow"], "pmstatus:x:50.0:Unpacking x\n", on: daemon) {
      $0.number("progress") ?? 0 > 0.5
    }
    #expect(isFirst && isSecond)
  }

  /// Only a status is reported: the part of an update over several boots stays.
  @Test func unknownTotalKeepsTheProgressAndThePart() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.control(["progress", "50", "--part", "2/4"]).status == 0)
    let line = "2097152 bytes (2.1 MB, 2.0 MiB) copied, 2 s, 1.0 MB/s\r"
    let isKept = try FollowTests.run(["follow", "--format", "dd"], line, on: daemon) {
      $0.number("progress") == 0.375 && $0.number("part") == 2 && $0.text("status")?.contains("2.1 MB") == true
    }
    #expect(isKept)
  }

  @Test func progressIsShownWhileItArrives() throws {
    let daemon = try RunningDaemon(showing: nil)
    let folder = Folder()
    mkfifo(folder["pipe"], 0o600)
    let words = ["--socket", daemon.socket, "follow", "--loader", "ring", "--text", "Copying"]
    let shell = Program(
      "/bin/sh", ["-c", "exec \"$@\" < \(folder["pipe"])", "sh", Program.loaderctl(in: folder).path], in: folder)
    let child = try Child(shell, words.map { Array($0.utf8) }, in: folder)
    let writer = try #require(FileHandle(forWritingAtPath: folder["pipe"]))
    for percent in [10, 20, 30] {
      try writer.write(contentsOf: Data("\r\(percent)%".utf8))  // no newline at the end, like curl
      #expect(try eventually { try daemon.call("GetState").number("progress") == Double(percent) / 100 })
    }
    #expect(try daemon.call("GetState").text("loader") == "ring")
    #expect(try daemon.call("GetState").text("status") == "Copying")
    try writer.close()
    #expect(try child.finish().status == 0)
    #expect(try eventually { try daemon.call("GetState").isNull("loader") })
  }

  @Test func aDaemonThatNeverAnswersIsStatus1() throws {
    let daemon = try RunningDaemon()
    #expect(try daemon.control(["follow"], input: "no progress\n").status == 0)
    daemon.child.signal(SIGSTOP)
    defer { daemon.child.signal(SIGCONT) }
    let outcome = try daemon.control(["follow"], input: "42\n")
    #expect(outcome.status == 1 && outcome.errors == "loaderctl: \(daemon.socket): loaderd does not answer\n")
  }

  @Test func inputIsReadToTheEndWithoutADaemon() throws {
    let folder = Folder()
    let loaderctl = Program.loaderctl(in: folder).path
    let line = "{ seq 100000 && echo whole >&2; } | \(loaderctl) --socket \(folder["s"]) follow"
    let outcome = try Program("/bin/sh", ["-c", line], in: folder).run([])
    #expect(outcome.status == 3 && outcome.errorLines.first == "whole" && outcome.errorLines.count == 2)
    let fine = try Program("/bin/sh", ["-c", line + " --if-running"], in: folder).run([])
    #expect(fine.status == 0 && fine.errorLines == ["whole"])
  }
}
