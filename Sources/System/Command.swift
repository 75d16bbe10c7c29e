internal import CLinux
public import Support

/// A program that was started, and how it goes on.
public final class Command {
  /// Readable when it could not be started, and for a command on a terminal also when it stops or ends.
  public let descriptor: FileDescriptor
  let process: Int32
  /// Whom signals are for: the process, or its job on a terminal as a negative number.
  private let target: Int32
  /// It has been waited for, or whoever waits for it has said so: its number may be another process's by now.
  private var isReaped = false

  public enum Change: Equatable {
    case stopped
    /// With an exit status as a shell has it: 128 and the signal's number for one that a signal ended.
    case ended(Int32)
    /// Why it could not be started.
    case failed(SystemError)
  }

  /// A number of one digit, as every shell takes them, that an extra descriptor can have in a command; nil when none is free.
  public static var freeNumber: Int32? {
    let number = linux_free_number()
    return number < 0 ? nil : number
  }

  /// `extra` has its own number in it, beside the three streams. On a terminal it leads a session's job there.
  public init(
    _ words: [Bytes], input: FileDescriptor, output: FileDescriptor, errors: FileDescriptor,
    extra: (descriptor: FileDescriptor, number: Int32)?,
    on terminal: PseudoTerminal?, _ relay: SignalRelay
  ) throws(SystemError) {
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { $0.withCString { strdup($0) } } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var mask = relay.mask, report: Int32 = -1, job: Int32 = 0
    let streams = [input.number, output.number, errors.number]
    process = try system("fork") {
      linux_start(
        &pointers, streams, extra?.descriptor.number ?? -1, extra?.number ?? -1, terminal?.device?.number ?? -1, &mask,
        &report, &job)
    }
    descriptor = FileDescriptor(owning: report)
    target = terminal == nil ? job : -job
  }

  /// Sends a signal; none to a command that is known to have ended, whose process number may be in use again.
  public func signal(_ number: Int32) { if !isReaped { kill(target, number) } }

  /// Sends SIGINT, as a terminal does for Ctrl-C.
  public func interrupt() { signal(SIGINT) }

  public func resume() { signal(SIGCONT) }
  public func stop() { signal(SIGTSTP) }

  /// What its starter has to say, once `descriptor` is readable; nil when there is nothing more.
  public func report() -> Change? {
    guard let bytes = (try? descriptor.read(upTo: 8)) ?? nil, bytes.count == 8 else { return nil }
    let (told, change) = bytes.withUnsafeBytes {
      ($0.loadUnaligned(as: Int32.self), $0.loadUnaligned(fromByteOffset: 4, as: Int32.self))
    }
    if told == 0 { return .failed(SystemError("exec", change)) }
    if linux_is_stopped(change) != 0 { return .stopped }
    isReaped = true
    return .ended(linux_exit_status(change))
  }

  /// Its end, after a signal has told of a child's.
  public func end() -> Change? {
    var status: Int32 = 0
    guard linux_collect(process, &status) == process else { return nil }
    isReaped = true
    return .ended(linux_exit_status(status))
  }
}
