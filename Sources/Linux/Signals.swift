internal import CLinux

/// The signals that end the program, as a file descriptor.
public final class Signals {
  public let descriptor: FileDescriptor

  /// From now on SIGTERM and SIGINT arrive here only, and a closed connection raises no SIGPIPE.
  public init() throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    sigprocmask(SIG_BLOCK, &set, nil)
    Signals.ignoreBrokenPipes()
    let number = try system("signalfd") { signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)) }
    descriptor = FileDescriptor(owning: number)
  }

  /// From now on writing to what nobody reads any more is an error, and not the end of the process.
  public static func ignoreBrokenPipes() { linux_ignore(SIGPIPE) }
}
