internal import CLinux

/// Job control of this process.
public enum JobControl {
  /// Stops this process, or its process group, as Ctrl-Z does, until SIGCONT. Returns at once in an orphaned process
  /// group, in which no shell could continue it.
  public static func suspend(wholeGroup: Bool) { linux_suspend(wholeGroup ? 1 : 0) }

  /// Ends this process by SIGINT, and its process group, as Ctrl-C does. Returns if SIGINT is ignored.
  public static func interrupt(wholeGroup: Bool) { linux_interrupt(wholeGroup ? 1 : 0) }
}
