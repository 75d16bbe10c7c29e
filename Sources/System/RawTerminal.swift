internal import CLinux

/// The terminal of this process with every key going to a program as it is; as it was before at the end.
public final class RawTerminal {
  private let descriptor: FileDescriptor
  private let before: UnsafeMutableRawPointer

  /// Nil in the background, where the terminal is another's.
  public init?(_ descriptor: FileDescriptor) {
    guard let before = linux_make_raw(descriptor.number) else { return nil }
    (self.descriptor, self.before) = (descriptor, before)
  }

  deinit { linux_restore_modes(descriptor.number, before) }
}

/// The job that this process belongs to.
public enum Job {
  /// Stops until somebody continues it; returns at once where nobody could.
  public static func suspend(wholeGroup: Bool) { linux_suspend(wholeGroup ? 1 : 0) }
}
