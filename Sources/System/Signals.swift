internal import CLinux

/// The signals that end the program, and those of the virtual terminal, as a file descriptor.
public final class Signals {
  public let descriptor: FileDescriptor

  public enum Signal {
    case end
    /// The configuration is to be read again.
    case reload
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
    case SIGHUP: return .reload
    case SIGUSR1: return .leave
    case SIGUSR2: return .comeBack
    default: return .end
    }
  }

  /// From now on writing to what nobody reads any more is an error, and not the end of the process.
  public static func ignoreBrokenPipes() { linux_ignore(SIGPIPE) }

  /// From now on the memory of a `Mapping` whose device or file has gone reads as zero, and does not end the process
  /// (SIGBUS, BUS_ADRERR). A bus error anywhere else still ends it.
  public static func surviveLostDevices() { linux_survive_bus_errors() }
}

/// How the kernel is to treat this process.
public enum Priority {
  /// Before others, because a late frame is seen; fails silently for who may not say so.
  public static func raise() { linux_hurry() }
}
