internal import CLinux

/// Receives the signals of a program that runs a command and relays them to it (signalfd(2)).
public final class SignalRelay {
  /// Readable when there are signals.
  public let descriptor: FileDescriptor
  /// The signals that were blocked before, which are blocked in the command.
  let mask: sigset_t

  /// A signal. `isFromTerminal` is true if the kernel sent it to the whole foreground process group, as for Ctrl-C, and
  /// false if a process sent it to this process.
  public enum Signal: Equatable {
    /// A signal to be sent to the command: SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 or SIGUSR2.
    case pass(Int32, isFromTerminal: Bool)
    /// SIGTSTP.
    case stop(isFromTerminal: Bool)
    /// SIGCONT.
    case resume
    /// SIGWINCH: the size of the terminal has changed.
    case resize
    /// SIGCHLD: a child has ended or stopped.
    case child
  }

  /// Blocks the signals, so that they are only received here. Ignored signals stay ignored. Throws the errno of
  /// signalfd(2).
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

  /// Whether a signal is SIGINT.
  public static func isInterrupt(_ number: Int32) -> Bool { number == SIGINT }

  /// Restores the signal mask from before.
  public func unblock() {
    var mask = mask
    sigprocmask(SIG_SETMASK, &mask, nil)
  }

  /// The next pending signal; nil if there is none.
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
