internal import CLinux
import Support

/// The text of a virtual terminal (vcs(4)), which the kernel keeps also while the terminal is in graphics mode.
public final class TerminalText {
  /// Has an urgent event (EPOLLPRI) after the text has changed.
  public let descriptor: FileDescriptor

  /// Opens the text of a terminal. Throws the errno of open(2).
  public init(ofTerminal number: Int32, in folder: Bytes = "/dev") throws(SystemError) {
    descriptor = try FileDescriptor(reading: "\(folder)/vcsa\(Int(number))")
  }

  /// Whether the cursor stands after text in its line, as it does after a prompt. Clears the event.
  public var hasPrompt: Bool {
    TerminalText.hasPrompt(size: Int(clamping: lseek(descriptor.number, 0, SEEK_END))) { (offset, count) in
      lseek(descriptor.number, off_t(offset), SEEK_SET)
      return (try? descriptor.read(upTo: count)) ?? nil ?? []
    }
  }

  /// Whether /dev/vcsa, of `size` bytes, has a prompt. `read` returns the bytes at an offset. Four bytes (lines,
  /// columns, and the cursor's column and line, each at most 255) precede two bytes for each character, of which the
  /// first is its code.
  static func hasPrompt(size: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> Bool {
    let header = read(0, 4)
    guard header.count == 4, header[0] > 0 else { return false }
    // The kernel does not say how many columns there are if they are more than 255.
    let columns = header[1] < 255 ? Int(header[1]) : (size - 4) / 2 / Int(header[0])
    let column = header[2] < 255 ? Int(header[2]) : columns, line = Int(header[3])
    guard columns > 0, column <= columns, line < Int(header[0]) else { return false }
    let text = read(4 + 2 * columns * line, 2 * columns)
    return text.count == 2 * columns
      && (0..<column).contains { text[2 * $0] != UInt8(ascii: " ") && text[2 * $0] != 0 }
  }
}
