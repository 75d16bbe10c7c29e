import Foundation
import Process
import Testing

/// `loaderctl progress -`: the program that writes the progress never has to do with the state of the daemon.
@Suite struct ProgressInputTests {
  /// The command and the words `progress -`, for a shell.
  private static func command(_ socket: String, in folder: Folder) -> String {
    "\(Program.loaderctl(in: folder).path) --socket \(socket) progress -"
  }

  @Test(arguments: [("--if-running", "50", 0, 1), ("", "50", 3, 2), ("", "half", 2, 2)])
  func inputIsReadToTheEndWithoutADaemon(option: String, line: String, status: Int32, problems: Int) throws {
    let folder = Folder()
    let writer = "{ yes \(line) 2>/dev/null | head -100000 && echo whole >&2; }"
    let line = "\(writer) | \(ProgressInputTests.command(folder["s"], in: folder)) \(option)"
    let outcome = try Program("/bin/bash", ["-c", line], in: folder).run([])
    #expect(outcome.status == status && outcome.errorLines.count == problems, "\(outcome.errors)")
    #expect(outcome.errorLines.first == "whole")
  }

  @Test func inputIsReadToTheEndIfTheDaemonHangs() throws {
    let daemon = try RunningDaemon()
    daemon.child.signal(SIGSTOP)
    defer { daemon.child.signal(SIGCONT) }
    let command = ProgressInputTests.command(daemon.socket, in: daemon.folder)
    // More than a pipe takes.
    let line = "{ yes 50 2>/dev/null | head -30000 && echo whole >&2; } | \(command)"
    let outcome = try Program("/bin/bash", ["-c", line]).run([])
    #expect(outcome.status == 1 && outcome.errorLines.count == 2, "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("loaderd does not answer\n"))
  }

  @Test func progressGoesOnAfterARestartOfTheDaemon() throws {
    let folder = Folder(), place = Folder()
    mkfifo(folder["pipe"], 0o600)
    let line = "exec \(ProgressInputTests.command(place["s"], in: folder)) < \(folder["pipe"])"
    let child = try Child(Program("/bin/sh", ["-c", line], in: folder), [], in: folder)
    // A FIFO that is open for reading, too, sends no SIGPIPE.
    let writer = FileHandle(fileDescriptor: open(folder["pipe"], O_RDWR | O_CLOEXEC), closeOnDealloc: true)
    for value in [0.25, 0.5] {
      let daemon = try RunningDaemon(showing: nil, in: place)
      let isShown = try eventually {
        try writer.write(contentsOf: Data("\(value)\n".utf8))
        return try !child.isRunning || daemon.call("GetState").number("progress") == value
      }
      #expect(isShown && child.isRunning)
      daemon.child.signal(SIGKILL)
      _ = try daemon.child.finish()
    }
    let daemon = try RunningDaemon(showing: nil, in: place)
    try writer.write(contentsOf: Data("0.75\n".utf8))
    try writer.close()
    let outcome = try child.finish()
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(try daemon.call("GetState").number("progress") == 0.75, "the last line is sent in any case")
  }

  @Test func aRefusedLineIsReportedOnceAtTheEnd() throws {
    let daemon = try RunningDaemon(showing: nil)
    #expect(try daemon.control(["progress", "0", "--phases", "copy:1,check:2", "--phase", "copy"]).status == 0)
    let outcome = try daemon.control(["progress", "-", "--phase", "nonesuch"], input: "10\n20\n30\n")
    #expect(outcome.status == 1 && outcome.errorLines.count == 1, "\(outcome.errors)")
  }
}
