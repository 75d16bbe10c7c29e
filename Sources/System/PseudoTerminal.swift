internal import CLinux

/// A terminal whose other end is ours: what is written there can be read here (pty(7)).
public final class PseudoTerminal {
  /// Our end, which does not block. Reading gives `EIO` when nobody has the other end open any more.
  public let descriptor: FileDescriptor
  /// The end that is a program's.
  public private(set) var device: FileDescriptor?

  /// As large as `terminal`, and with its modes. Output is only processed here if it is not on `terminal`.
  public init(like terminal: FileDescriptor, processesOutput: Bool) throws(SystemError) {
    var device: Int32 = -1
    descriptor = FileDescriptor(owning: try system("posix_openpt") { linux_open_terminal(&device) })
    self.device = FileDescriptor(owning: device)
    linux_copy_modes(terminal.number, device, processesOutput ? 1 : 0)
    resize(like: terminal)
  }

  public func resize(like terminal: FileDescriptor) { linux_copy_size(terminal.number, descriptor.number) }

  /// To be called when the program has it, so that its end is seen.
  public func giveAway() { device = nil }
}
