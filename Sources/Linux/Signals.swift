internal import CLinux

/// The signals that end the program, and those of the virtual terminal, as a file descriptor.
public final class Signals {
  public let descriptor: FileDescriptor

  public enum Signal {
    case end
    /// The terminal is to be left.
    case leave
    /// The terminal is back.
    case comeBack
  }

  /// From now on SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1 and SIGUSR2 arrive here only, and a closed connection raises
  /// no SIGPIPE.
  public init() throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2] { sigaddset(&set, number) }
    sigprocmask(SIG_BLOCK, &set, nil)
    Signals.ignoreBrokenPipes()
    let number = try system("signalfd") { signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)) }
    descriptor = FileDescriptor(owning: number)
  }

  /// The next signal that arrived; nil when there is none.
  public func next() -> Signal? {
    guard let bytes = (try? descriptor.read(upTo: MemoryLayout<signalfd_siginfo>.size)) ?? nil,
      bytes.count == MemoryLayout<signalfd_siginfo>.size
    else { return nil }
    switch Int32(bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }) {
    case SIGUSR1: return .leave
    case SIGUSR2: return .comeBack
    default: return .end
    }
  }

  /// From now on writing to what nobody reads any more is an error, and not the end of the process.
  public static func ignoreBrokenPipes() { linux_ignore(SIGPIPE) }

  /// A device's memory that is gone reads as zero from now on, and does not end the process.
  public static func surviveLostDevices() { linux_survive_bus_errors() }
}

/// How the kernel is to treat this process.
public enum Scheduling {
  /// Before others, because a late frame is seen; fails silently for who may not say so.
  public static func hurry() { linux_hurry() }
}
