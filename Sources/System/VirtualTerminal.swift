internal import CLinux
import Support

/// The virtual terminal (VT) on which our pictures are displayed; at most one (ioctl_console(2), ioctl_vt(2)).
///
/// A VT that is taken is in graphics mode (KD_GRAPHICS), so that the kernel does not write text over the picture, and
/// in process-controlled switching mode (VT_PROCESS): SIGUSR1 asks us to release it, and SIGUSR2 reports that it is
/// active again. On a kernel without virtual terminals nothing here has an effect.
public final class VirtualTerminal {
  /// The number of the terminal that was taken or remembered last; nil if there is none.
  public private(set) var number: Int32?
  /// Whether the terminal was taken and not restored since.
  public private(set) var isTaken = false
  private var descriptor: FileDescriptor?

  /// No terminal; nothing is opened.
  public init() {}

  /// The number of the active terminal (VT_GETSTATE); nil if there is none, or without permission.
  private static var active: Int32? {
    guard let console = try? FileDescriptor(opening: "/dev/tty0") else { return nil }
    let number = linux_vt_active(console.number)
    return number > 0 ? number : nil
  }

  /// Whether the terminal is the active one. True if there is no terminal.
  public var isActive: Bool {
    guard let number, let active = VirtualTerminal.active else { return true }
    return number == active
  }

  /// Whether the active terminal is in text mode (KDGETMODE), as one with a login prompt. False if there is no
  /// terminal.
  public static var isTextShown: Bool {
    guard let active, let console = try? FileDescriptor(opening: path(of: active)) else { return false }
    return linux_vt_is_text(console.number) == 1
  }

  private static func path(of number: Int32) -> Bytes { "/dev/tty\(Int(number))" }

  /// Whether the terminal is taken and no other program has set its switching mode since (VT_GETMODE).
  public var isOurs: Bool { isTaken && call(linux_vt_is_ours) == 1 }

  /// Stores the number of the active terminal, unless there is one, without changing its mode: another program has the
  /// display.
  public func remember() {
    if number == nil { number = VirtualTerminal.active }
  }

  /// Takes the active terminal: sets graphics mode and VT_PROCESS, and hides the cursor. If another terminal was taken,
  /// it is restored first. Returns false if there is no terminal, or if its mode cannot be set.
  @discardableResult public func take() -> Bool {
    // Open until the terminal is: the kernel sets it up with the first descriptor, and not again.
    let console = try? FileDescriptor(opening: "/dev/tty0")
    defer { withExtendedLifetime(console) {} }
    guard let active = VirtualTerminal.active else { return false }
    if active != number {
      restore()
      number = active
      descriptor = nil
    }
    let hasMode: Int32 = isOurs ? 1 : 0
    isTaken = call { linux_vt_graphics($0, hasMode) } == 0
    if isTaken { write("\u{1B}[?25l") }  // DECTCEM: hides the cursor
    return isTaken
  }

  /// Allows the switch to another terminal that SIGUSR1 has announced (VT_RELDISP, 1).
  public func release() {
    if isOurs { _ = call(linux_vt_release) }
  }

  /// Acknowledges SIGUSR2 (VT_RELDISP, VT_ACKACQ).
  public func acknowledge() {
    if isOurs { _ = call(linux_vt_acknowledge) }
  }

  /// Restores a taken terminal: sets text mode and VT_AUTO, and shows the cursor. Does nothing if it is not taken, or
  /// if another program has set its mode since.
  ///
  /// If the terminal is active, the kernel draws the console at once, even over the picture of another DRM master.
  public func restore() {
    if isOurs {
      _ = call(linux_vt_text)
      write("\u{1B}[?25h")
    }
    isTaken = false
  }

  /// Makes the kernel send the signals of a taken terminal to this process, after a fork.
  public func claimSignals() {
    if isOurs { isTaken = call { linux_vt_graphics($0, 0) } == 0 }
  }

  /// Takes over the terminal that a predecessor has taken, if another one is active: it stays in graphics mode, and its
  /// signals come to this process. Returns false if it is active, or not the predecessor's any more.
  public func adopt(_ number: Int32) -> Bool {
    guard number > 0, let active = VirtualTerminal.active, active != number else { return false }
    (self.number, isTaken) = (number, true)
    isTaken = isOurs
    claimSignals()
    if !isTaken { self.number = nil }
    return isTaken
  }

  /// Leaves the terminal as it is to a successor that has taken it.
  public func abandon() { isTaken = false }

  /// Writes to the terminal. Errors are ignored, as only the cursor depends on it.
  private func write(_ text: Bytes) { try? descriptor?.write(text.utf8) }

  /// Calls an ioctl with the descriptor of the terminal. Opens the terminal again if the descriptor was invalidated by
  /// vhangup(2), which getty and login call at the start of a session.
  private func call(_ body: (Int32) -> Int32) -> Int32 {
    guard let number else { return -1 }
    if let descriptor {
      let result = body(descriptor.number)
      if result >= 0 || linux_errno() != EIO { return result }
    }
    descriptor = try? FileDescriptor(opening: VirtualTerminal.path(of: number))
    return descriptor.map { body($0.number) } ?? -1
  }
}
