internal import CLinux
public import Support

extension Command {
  /// How a command has ended.
  public enum End: Equatable {
    /// With this exit status; 127 if it could not be started.
    case exited(Int32)
    /// By this signal.
    case killed(Int32)
  }

  /// Runs a command (execvp(3)) and waits for its end. `input` is what it reads from its standard input; nil leaves
  /// ours, and no bytes are an empty input. Its standard output is `output`. SIGPIPE must be ignored.
  public static func run(_ words: [Bytes], input: [UInt8]?, output: FileDescriptor = .standardOutput) -> End {
    let arguments = ArgumentVector(words)
    var ends: [Int32] = [0, -1]  // without `input`, our own standard input
    var mask = sigset_t(), report: Int32 = -1, job: Int32 = 0
    if input != nil, linux_pipe(&ends) != 0 { return .exited(127) }
    sigprocmask(SIG_BLOCK, nil, &mask)
    let process = linux_start_command(
      &arguments.pointers, [ends[0], output.number, 2], -1, -1, -1, &mask, &report, &job)
    let failures = FileDescriptor(owning: report)
    if let input {
      close(ends[0])
      let writing = FileDescriptor(owning: ends[1])
      if process > 0 { try? writing.write(input) }  // a command that does not read its input may still succeed
    }
    if process < 0 { return .exited(127) }
    let status = linux_await(process)
    if let report = (try? failures.read(upTo: 8)) ?? nil, !report.isEmpty { return .exited(127) }
    let signal = linux_end_signal(status)
    return signal > 0 ? .killed(signal) : .exited(linux_exit_status(status))
  }
}
