import Linux
import Notation

/// The kernel's messages as they come (Documentation/ABI/testing/dev-kmsg), and what systemd writes there before it has a journal.
final class KernelMessages {
  private let loop: EventLoop
  private let descriptor: FileDescriptor
  private var token: EventLoop.Token?
  private let take: ([Bytes]) -> Void

  /// `take` gets what there is already, and then what comes. Throws where that may not be read.
  init(_ loop: EventLoop, _ take: @escaping ([Bytes]) -> Void) throws(SystemError) {
    (self.loop, self.take) = (loop, take)
    descriptor = try FileDescriptor(reading: "/dev/kmsg")
    token = try loop.watch(descriptor) { [unowned(unsafe) self] _ in read() }
  }

  deinit { if let token { loop.forget(token) } }

  private func read() {
    var lines: [Bytes] = []
    // One message a call; a flood waits for the next turn.
    for _ in 0..<256 {
      do throws(SystemError) {
        guard let record = try descriptor.read(upTo: 8192), !record.isEmpty else { break }
        if let line = KernelMessages.line(record) { lines.append(line) }
      } catch {
        if error.code == 32 { continue }  // EPIPE: some were overwritten before we came
        if let token { loop.forget(token) }
        token = nil
        break
      }
    }
    if !lines.isEmpty { take(lines) }
  }

  /// The text of a record "priority,number,microseconds,flags;text", without the lines of properties that follow.
  static func line(_ record: [UInt8]) -> Bytes? {
    guard let semicolon = record.firstIndex(of: 0x3B) else { return nil }
    let priority = Decimal.integer(Bytes(record[..<semicolon]).split(at: 0x2C)[0]) ?? 6
    if priority & 7 > 6 { return nil }  // for debugging
    let line = Bytes(record[(semicolon + 1)...]).split(at: 0x0A)[0]
    return line.isValidUTF8 ? line.displayable : nil
  }
}
