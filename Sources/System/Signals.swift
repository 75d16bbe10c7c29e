internal import CLinux

/// Receives the signals of the daemon (signalfd(2)).
public final class Signals {
  /// Readable when there are signals.
  public let descriptor: FileDescriptor

  /// What a signal means.
  public enum Signal {
    /// SIGTERM, SIGINT or SIGQUIT: terminate.
    case end
    /// SIGHUP: reload the configuration.
    case reload
    /// SIGPWR: end, and draw until a successor has taken over (RestartKillSignal= in loaderd.service).
    case restart
    /// SIGUSR1: the kernel asks to release the virtual terminal (VT_SETMODE, relsig).
    case releaseTerminal
    /// SIGUSR2: the virtual terminal is active again (VT_SETMODE, acqsig).
    case terminalActivated
  }

  /// Blocks SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPWR, SIGUSR1, SIGUSR2 and SIGCHLD, so that they are only received
  /// here. Ignores SIGPIPE and SIGXFSZ: a write that would make a file larger than RLIMIT_FSIZE fails with `EFBIG`.
  /// Throws the errno of signalfd(2).
  public init() throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPWR, SIGUSR1, SIGUSR2, SIGCHLD] { sigaddset(&set, number) }
    sigprocmask(SIG_BLOCK, &set, nil)
    Signals.ignoreBrokenPipes()
    linux_ignore_signal(SIGXFSZ)
    let number = try system("signalfd") { signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)) }
    descriptor = FileDescriptor(owning: number)
  }

  /// The next pending signal; nil if there is none.
  public func next() -> Signal? {
    guard let bytes = (try? descriptor.read(upTo: MemoryLayout<signalfd_siginfo>.size)) ?? nil,
      bytes.count == MemoryLayout<signalfd_siginfo>.size
    else { return nil }
    switch Int32(bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }) {
    case SIGHUP: return .reload
    case SIGPWR: return .restart
    case SIGUSR1: return .releaseTerminal
    case SIGUSR2: return .terminalActivated
    case SIGCHLD: return next()  // it wakes the event loop, which reaps
    default: return .end
    }
  }

  /// Ignores SIGPIPE: writing to a pipe or a socket without a reader fails with `EPIPE`.
  public static func ignoreBrokenPipes() { linux_ignore_broken_pipes() }

  /// Handles SIGCHLD by default again, for a program that starts commands: a parent may have left it ignored, and then
  /// the kernel reports no end of a command (wait(2)).
  public static func resetChildSignal() { linux_default_signal(SIGCHLD) }

  /// Sends a signal to this process.
  public static func raise(_ number: Int32) { kill(getpid(), number) }

  /// Installs a handler for SIGBUS: a `Mapping` whose device or file has disappeared reads as zeros (BUS_ADRERR). Any
  /// other bus error still ends the process.
  public static func handleBusErrors() { linux_handle_bus_errors() }
}
