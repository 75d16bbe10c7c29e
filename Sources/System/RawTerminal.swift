internal import CLinux

/// Sets a terminal to raw mode (termios(3)), and restores its modes when it is released.
public final class RawTerminal {
  private let descriptor: FileDescriptor
  private let modes: UnsafeMutableRawPointer

  /// Nil if this process is not in the foreground process group of the terminal, or if it is not a terminal.
  public init?(_ descriptor: FileDescriptor) {
    guard let modes = linux_set_raw_mode(descriptor.number) else { return nil }
    self.descriptor = descriptor
    self.modes = modes
  }

  deinit { linux_restore_modes(descriptor.number, modes) }
}
