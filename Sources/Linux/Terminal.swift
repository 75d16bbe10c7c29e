internal import CLinux
public import Notation

/// The virtual terminal that is on the screen: held in graphics mode, so that the kernel writes no text over the picture
/// (console_ioctl(4)). Systems without virtual terminals have none, and need none.
public final class Terminal {
  private let descriptor: FileDescriptor
  private let number: Int32
  private let isTaken: Bool

  /// Takes the terminal that is shown now, or only remembers which it is; nil when there is none, or it may not be touched.
  ///
  /// One that was taken asks before it is switched: SIGUSR1 when it is to be left, SIGUSR2 when it is back.
  public init?(isTaken: Bool = true) {
    guard let number = Terminal.active, let own = try? FileDescriptor(opening: "/dev/tty\(Int(number))"),
      !isTaken || linux_terminal_graphics(own.number) == 0
    else { return nil }
    (descriptor, self.number, self.isTaken) = (own, number, isTaken)
    if isTaken { try? own.write(Bytes("\u{1B}[?25l").utf8) }  // a cursor that blinks on is not worth failing for
  }

  /// Whether it is the one on the screen; asked anew, since our descriptor dies with a session of another on it.
  public var isShown: Bool { Terminal.active.map { $0 == number } ?? true }

  private static var active: Int32? {
    guard let console = try? FileDescriptor(opening: "/dev/tty0") else { return nil }
    let number = linux_active_terminal(console.number)
    return number > 0 ? number : nil
  }

  /// Lets the switch go on that SIGUSR1 asked for.
  public func release() { _ = linux_terminal_release(descriptor.number) }

  /// Takes note of SIGUSR2.
  public func acknowledge() { _ = linux_terminal_acknowledge(descriptor.number) }

  /// Text again, with its cursor, where it was taken. The kernel draws its console over the picture, even over another master's.
  public func restore() {
    if !isTaken { return }
    _ = linux_terminal_text(descriptor.number)
    try? descriptor.write(Bytes("\u{1B}[?25h").utf8)
  }
}
