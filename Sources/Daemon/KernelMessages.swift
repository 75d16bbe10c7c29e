import System
import Support

/// The kernel's messages as they come (Documentation/ABI/testing/dev-kmsg), and what systemd writes there before it has a journal.
final class KernelMessages {
  private let loop: EventLoop
  /// Nil where it may not be read, which is not tried again: CAP_SYSLOG does not come back.
  private let descriptor: FileDescriptor?
  private var token: EventLoop.Token?
  private let take: ([Bytes]) -> Void

  /// `take` gets what there is already, and then what comes; nothing where the messages may not be read.
  init(_ loop: EventLoop, path: Bytes = "/dev/kmsg", _ take: @escaping ([Bytes]) -> Void) {
    self.loop = loop
    self.take = take
    descriptor = try? FileDescriptor(reading: path)
    if let descriptor { token = try? loop.watch(descriptor) { [unowned(unsafe) self] _ in read() } }
  }

  deinit { if let token { loop.forget(token) } }

  private func read() {
    guard let descriptor else { return }
    var lines: [Bytes] = []
    // One message a call; a flood waits for the next turn.
    for _ in 0..<256 {
      do throws(SystemError) {
        guard let record = try descriptor.read(upTo: 8192), !record.isEmpty else { break }
        if let line = KernelMessages.line(record) { lines.append(line) }
      } catch {
        if error.code == Errno.brokenPipe { continue }  // some were overwritten before they were read
        if let token { loop.forget(token) }
        token = nil
        break
      }
    }
    if !lines.isEmpty { take(lines) }
  }

  /// The text of a record "priority,number,microseconds,flags;text", without the lines of properties that follow.
  static func line(_ record: [UInt8]) -> Bytes? {
    guard let semicolon = record.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let priority = Decimal.integer(Bytes(record[..<semicolon]).split(at: UInt8(ascii: ","))[0]) ?? 6
    if priority & 7 > 6 { return nil }  // for debugging
    let line = Bytes(record[(semicolon + 1)...]).split(at: UInt8(ascii: "\n"))[0]
    return line.isValidUTF8 ? line.sanitized : nil
  }
}
