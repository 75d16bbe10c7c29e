internal import CLinux
import Support

/// The virtual terminal (VT) under our pictures, of which there is one at most.
///
/// While it is taken it is in graphics mode (KD_GRAPHICS), so that the kernel writes no text over the picture, and it is
/// switched in agreement with us (VT_PROCESS): SIGUSR1 asks us to release it, SIGUSR2 tells that it is active again. See
/// ioctl_console(2). A kernel without virtual terminals has none; then nothing here has any effect.
public final class VirtualTerminal {
  /// The number of the terminal that is taken, or remembered; nil where there is none.
  public private(set) var number: Int32?
  /// Whether it is taken, and has yet to be restored.
  public private(set) var isTaken = false
  private var descriptor: FileDescriptor?

  /// No terminal yet.
  public init() {}

  /// The number of the terminal that the console shows; nil where there is none, or we may not ask.
  private static var active: Int32? {
    guard let console = try? FileDescriptor(opening: "/dev/tty0") else { return nil }
    let number = linux_vt_active(console.number)
    return number > 0 ? number : nil
  }

  /// Whether it is the one that the console shows. True where there is no terminal.
  public var isActive: Bool {
    guard let number, let active = VirtualTerminal.active else { return true }
    return number == active
  }

  /// Whether it is taken, and no other program has set its mode since.
  public var isOurs: Bool { isTaken && call(linux_vt_is_ours) == 1 }

  /// Notes which terminal is active, without changing it: it is that of the program that has the display.
  public func remember() {
    if number == nil { number = VirtualTerminal.active }
  }

  /// Takes the active terminal. One that was taken before, and is another, is restored. Returns false where there is none,
  /// or where it cannot be taken.
  @discardableResult public func take() -> Bool {
    guard let active = VirtualTerminal.active else { return false }
    if active != number {
      restore()
      (number, descriptor) = (active, nil)
    }
    let hasMode: Int32 = isOurs ? 1 : 0
    isTaken = call { linux_vt_graphics($0, hasMode) } == 0
    if isTaken { write("\u{1B}[?25l") }  // DECTCEM: no cursor
    return isTaken
  }

  /// Lets the switch to another terminal go on that SIGUSR1 asked for.
  public func release() {
    if isOurs { _ = call(linux_vt_release) }
  }

  /// Answers SIGUSR2.
  public func acknowledge() {
    if isOurs { _ = call(linux_vt_acknowledge) }
  }

  /// Sets text mode again, with switches by the kernel alone (VT_AUTO) and the cursor; at most once for each time that the
  /// terminal was taken, and never where another program has set its mode since.
  ///
  /// The kernel draws its console at once if the terminal is active, even over the picture of another DRM master.
  public func restore() {
    if isOurs {
      _ = call(linux_vt_text)
      write("\u{1B}[?25h")
    }
    isTaken = false
  }

  /// A cursor that goes on blinking is not worth an error.
  private func write(_ text: Bytes) { try? descriptor?.write(text.utf8) }

  /// Calls with the terminal's descriptor. vhangup(2), by which a new session begins on the terminal, makes that useless:
  /// then the terminal is opened again.
  private func call(_ body: (Int32) -> Int32) -> Int32 {
    guard let number else { return -1 }
    if let descriptor {
      let result = body(descriptor.number)
      if result >= 0 || linux_errno() != EIO { return result }
    }
    descriptor = try? FileDescriptor(opening: "/dev/tty\(Int(number))")
    return descriptor.map { body($0.number) } ?? -1
  }
}
