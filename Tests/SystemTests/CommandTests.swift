import Foundation
import Support
import Process
import Testing

@testable import System

@Suite struct CommandTests {
  /// Where the number of the next process can be chosen (proc_sys_kernel(5), ns_last_pid).
  private static let lastNumber = "/proc/sys/kernel/ns_last_pid"

  /// Starts a program whose process has this number; nil when the number went to another.
  private func child(numbered number: pid_t) throws -> Child? {
    try "\(number - 1)".write(toFile: CommandTests.lastNumber, atomically: false, encoding: .utf8)
    let child = try Child(Program("/bin/sleep"), [Array("60".utf8)], in: Folder())
    return child.pid == number ? child : nil
  }

  @Test(.enabled(if: access(lastNumber, W_OK) == 0, "needs the right to choose a process number"))
  func aSignalForACommandThatHasEndedReachesNoOtherProcess() throws {
    let null = try FileDescriptor(opening: "/dev/null")
    let command = try Command(
      ["/bin/sh", "-c", "exit 3"], input: null, output: null, errors: null, extra: nil, on: nil, SignalRelay())
    #expect(eventually { command.end() == .ended(3) })
    let number = command.process
    var other: Child?
    #expect(
      try eventually {
        other = try child(numbered: number)
        return other != nil
      })
    command.signal(SIGTERM)
    other?.signal(SIGCONT)
    #expect(other?.isRunning == true)
    #expect(!eventually(within: 0.5) { other?.isRunning == false })
  }
}
