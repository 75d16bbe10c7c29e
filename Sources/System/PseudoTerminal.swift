internal import CLinux

/// A pseudoterminal for a program that we start (pty(7)).
public final class PseudoTerminal {
  /// The master end, which does not block. Reading throws `EIO` when no process has the other end open.
  public let descriptor: FileDescriptor
  /// The end for the program; nil after ``closeDevice()``.
  public private(set) var device: FileDescriptor?

  /// Opens a pseudoterminal with the size and the modes of `terminal`. Without `processesOutput` it does no output
  /// processing (OPOST), which `terminal` does then. Throws the errno of /dev/ptmx (pts(4)).
  public init(like terminal: FileDescriptor, processesOutput: Bool) throws(SystemError) {
    var device: Int32 = -1
    descriptor = FileDescriptor(owning: try system("/dev/ptmx") { linux_open_pseudoterminal(&device) })
    self.device = FileDescriptor(owning: device)
    linux_copy_modes(terminal.number, device, processesOutput ? 1 : 0)
    resize(like: terminal)
  }

  /// Copies the size of `terminal`. The kernel sends SIGWINCH to the foreground job if it changes.
  public func resize(like terminal: FileDescriptor) { linux_copy_size(terminal.number, descriptor.number) }

  /// Closes our copy of ``device``. To be called once the program has it, as reading the master end would not fail at
  /// the program's end otherwise.
  public func closeDevice() { device = nil }
}
