internal import CLinux
public import Support

/// A child process that executes a command, with job control if it has a terminal.
public final class Command {
  /// Readable when ``report()`` has a change: the command could not be started, or, on a terminal, has stopped or
  /// ended.
  public let descriptor: FileDescriptor
  /// The child: the command, or the leader of its session on a terminal.
  let process: Int32
  /// The first argument of kill(2): the process, or on a terminal its process group as a negative number.
  private let target: Int32
  /// Whether SIGINT has ended the command.
  public private(set) var isInterrupted = false
  /// Whether the command was reaped. The kernel may have reused its process number.
  private var isReaped = false

  /// A change of the command's state.
  public enum Change: Equatable {
    /// A signal has stopped the command.
    case stopped
    /// The command has ended. The exit status is as a shell has it: 128 plus the signal's number after a signal.
    case ended(Int32)
    /// The command could not be started.
    case failed(SystemError)
  }

  /// A free descriptor number of one digit, which all shells accept in redirections; nil if there is none.
  public static var freeNumber: Int32? {
    let number = linux_free_number()
    return number < 0 ? nil : number
  }

  /// Starts a command: its path or name (execvp(3)) and its arguments. `extra` is one more descriptor that it inherits,
  /// with its number. On a terminal, the command is the foreground job of a new session. Throws the errno of fork(2).
  public init(
    _ words: [Bytes], input: FileDescriptor, output: FileDescriptor, errors: FileDescriptor,
    extra: (descriptor: FileDescriptor, number: Int32)?,
    on terminal: PseudoTerminal?, _ relay: SignalRelay
  ) throws(SystemError) {
    let arguments = ArgumentVector(words)
    var mask = relay.mask, report: Int32 = -1, job: Int32 = 0
    let streams = [input.number, output.number, errors.number]
    process = try system("fork") {
      linux_start_command(
        &arguments.pointers, streams, extra?.descriptor.number ?? -1, extra?.number ?? -1,
        terminal?.device?.number ?? -1, &mask,
        &report, &job)
    }
    descriptor = FileDescriptor(owning: report)
    target = terminal == nil ? job : -job
  }

  /// What a command writes to its standard output within `timeout` nanoseconds, at most 64 KiB. Empty if it cannot be
  /// executed. A command that takes longer is killed.
  public static func output(of words: [Bytes], within timeout: Int64) -> Bytes {
    let end = Clock.nanoseconds + timeout
    var all: [UInt8] = []
    do throws(SystemError) {
      let (process, output) = try start(words)
      while all.count < 65536, output.awaitBytes(until: end), let bytes = try output.read(upTo: 65536), !bytes.isEmpty {
        all += bytes
      }
      _ = process  // its end kills the command
    } catch {}
    return Bytes(all)
  }

  /// Starts a command with a pipe as its standard output.
  private static func start(_ words: [Bytes]) throws(SystemError) -> (WorkerProcess, FileDescriptor) {
    let (reading, writing) = try FileDescriptor.pipe()
    let arguments = ArgumentVector(words)
    return (try WorkerProcess({ linux_exec(&arguments.pointers, writing.number) }), reading)
  }

  /// Sends a signal, unless the command has ended.
  public func signal(_ number: Int32) { if !isReaped { kill(target, number) } }

  /// Sends SIGINT, as a terminal does for Ctrl-C.
  public func interrupt() { signal(SIGINT) }

  /// Sends SIGCONT.
  public func resume() { signal(SIGCONT) }
  /// Sends SIGTSTP.
  public func stop() { signal(SIGTSTP) }

  /// The next change, after ``descriptor`` became readable; nil if there is none.
  public func report() -> Change? {
    guard let bytes = (try? descriptor.read(upTo: 8)) ?? nil, bytes.count == 8 else { return nil }
    let (process, status) = bytes.withUnsafeBytes {
      ($0.loadUnaligned(as: Int32.self), $0.loadUnaligned(fromByteOffset: 4, as: Int32.self))
    }
    if process == 0 { return .failed(SystemError("exec", status)) }
    if linux_is_stopped(status) != 0 { return .stopped }
    return ended(status)
  }

  /// The end of the command without a terminal; nil if it is running. To be called after SIGCHLD.
  public func end() -> Change? {
    var status: Int32 = 0
    guard linux_wait(process, &status) == process else { return nil }
    return ended(status)
  }

  private func ended(_ status: Int32) -> Change {
    isReaped = true
    // On a terminal, the end of the session's leader comes after that of the command.
    if linux_end_signal(status) == SIGINT { isInterrupted = true }
    return .ended(linux_exit_status(status))
  }
}
