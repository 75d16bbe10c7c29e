import Foundation
import Process
import Support
import Testing

@testable import System

/// Child processes started by `Command`.
@Suite struct CommandTests {
  /// Writing a number here sets the identifier of the next process (proc_sys_kernel(5), ns_last_pid).
  private static let lastPID = "/proc/sys/kernel/ns_last_pid"

  /// Starts a program with this process identifier; nil if another process got it.
  private func child(pid: pid_t) throws -> Child? {
    try "\(pid - 1)".write(toFile: CommandTests.lastPID, atomically: false, encoding: .utf8)
    let child = try Child(Program("/bin/sleep"), [Array("60".utf8)], in: Folder())
    return child.pid == pid ? child : nil
  }

  @Test func outputOfACommandIsRead() {
    #expect(Command.output(of: ["sh", "-c", "echo one; echo two >&2"], within: 60_000_000_000) == "one\n")
    #expect(Command.output(of: ["/nonexistent"], within: 60_000_000_000) == "")
  }

  @Test func commandThatTakesTooLongIsKilled() {
    let words: [Bytes] = ["sh", "-c", "echo one; exec sleep 600"], start = now
    // A busy machine may take longer than the limit for the line.
    #expect(eventually { Command.output(of: words, within: 500_000_000) == "one\n" })
    #expect(now - start < 2 * defaultTimeout)
  }

  @Test(.enabled(if: access(lastPID, W_OK) == 0, "needs write access to ns_last_pid"))
  func signalAfterTheEndReachesNoOtherProcess() throws {
    let null = try FileDescriptor(opening: "/dev/null")
    let command = try Command(
      ["/bin/sh", "-c", "exit 3"], input: null, output: null, errors: null, extra: nil, on: nil, SignalRelay())
    #expect(eventually { command.end() == .ended(3) })
    let pid = command.process
    var other: Child?
    #expect(
      try eventually {
        other = try child(pid: pid)
        return other != nil
      })
    command.signal(SIGTERM)
    other?.signal(SIGCONT)
    #expect(other?.isRunning == true)
    #expect(!eventually(within: 0.5) { other?.isRunning == false })
  }
}
