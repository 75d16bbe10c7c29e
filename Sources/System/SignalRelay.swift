internal import CLinux

/// Signals that a program passes on to another, as a file descriptor.
public final class SignalRelay {
  public let descriptor: FileDescriptor
  /// What was blocked before, and is for the other program.
  let mask: sigset_t

  public enum Signal: Equatable {
    /// To be passed on. The terminal has told its whole process group, a process only us.
    case pass(Int32, isFromTerminal: Bool)
    case stop(isFromTerminal: Bool)
    case resume
    /// The terminal has another size.
    case resize
    /// A child has ended.
    case child
  }

  /// From now on these arrive here only; those that are ignored stay ignored.
  public init() throws(SystemError) {
    var set = sigset_t(), before = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCONT, SIGTSTP, SIGWINCH, SIGCHLD] {
      sigaddset(&set, number)
    }
    sigprocmask(SIG_BLOCK, &set, &before)
    mask = before
    let number = try system("signalfd") { signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)) }
    descriptor = FileDescriptor(owning: number)
  }

  /// The next signal that arrived; nil when there is none.
  public func next() -> Signal? {
    let size = MemoryLayout<signalfd_siginfo>.size
    guard let bytes = (try? descriptor.read(upTo: size)) ?? nil, bytes.count == size else { return nil }
    let info = bytes.withUnsafeBytes { $0.loadUnaligned(as: signalfd_siginfo.self) }
    let isFromTerminal = linux_is_from_kernel(info.ssi_code) != 0
    switch Int32(info.ssi_signo) {
    case SIGTSTP: return .stop(isFromTerminal: isFromTerminal)
    case SIGCONT: return .resume
    case SIGWINCH: return .resize
    case SIGCHLD: return .child
    case let number: return .pass(number, isFromTerminal: isFromTerminal)
    }
  }
}
