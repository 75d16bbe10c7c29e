internal import CLinux
import Support

/// The text of a virtual terminal (vcs(4)), which the kernel keeps also while the terminal is in graphics mode.
public final class TerminalText {
  /// Has an urgent event (EPOLLPRI) after the text has changed.
  public let descriptor: FileDescriptor

  /// Opens the text of a terminal. Throws the errno of open(2).
  public init(ofTerminal number: Int32) throws(SystemError) {
    descriptor = try FileDescriptor(reading: "/dev/vcsa\(Int(number))")
  }

  /// Whether the cursor stands after text in its line, as it does after a prompt. Clears the event.
  public var hasPrompt: Bool {
    lseek(descriptor.number, 0, SEEK_SET)
    guard let bytes = (try? descriptor.read(upTo: 65536)) ?? nil else { return false }
    return TerminalText.hasPrompt(bytes)
  }

  /// Whether a dump of /dev/vcsa has a prompt: four bytes (lines, columns, and the cursor's column and line), and then
  /// two bytes for each character, of which the first is its code.
  static func hasPrompt(_ dump: [UInt8]) -> Bool {
    guard dump.count >= 4 else { return false }
    let columns = Int(dump[1]), column = Int(dump[2]), start = 4 + 2 * columns * Int(dump[3])
    guard column < columns, start + 2 * columns <= dump.count else { return false }
    return (0..<column).contains { index in
      let character = dump[start + 2 * index]
      return character != UInt8(ascii: " ") && character != 0
    }
  }
}
