import Support
import System

/// The kernel's messages (Documentation/ABI/testing/dev-kmsg in Linux), to which systemd writes too before the journal
/// runs.
final class KernelMessages {
  private let loop: EventLoop
  /// Nil if it may not be read. That is not tried again, because CAP_SYSLOG is never gained.
  private let descriptor: FileDescriptor?
  private var token: EventLoop.Token?
  private let handler: ([Bytes]) -> Void

  /// `handler` receives the existing messages and then new ones; none if they may not be read.
  init(_ loop: EventLoop, path: Bytes = "/dev/kmsg", _ handler: @escaping ([Bytes]) -> Void) {
    self.loop = loop
    self.handler = handler
    descriptor = try? FileDescriptor(reading: path)
    if let descriptor { token = try? loop.watch(descriptor) { [unowned(unsafe) self] _ in read() } }
  }

  deinit { if let token { loop.forget(token) } }

  private func read() {
    guard let descriptor else { return }
    var lines: [Bytes] = []
    // Each read returns one message. The rest of a flood waits for the next iteration of the event loop.
    for _ in 0..<256 {
      do throws(SystemError) {
        guard let record = try descriptor.read(upTo: 8192), !record.isEmpty else { break }
        if let line = KernelMessages.line(record) { lines.append(line) }
      } catch {
        if error.code == Errno.brokenPipe { continue }  // messages were overwritten before they were read
        if let token { loop.forget(token) }
        token = nil
        break
      }
    }
    if !lines.isEmpty { handler(lines) }
  }

  /// The text of a record "priority,number,microseconds,flags;text", without the property lines that follow. Nil for a
  /// debug message and for a malformed record.
  static func line(_ record: [UInt8]) -> Bytes? {
    guard let semicolon = record.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let priority = Decimal.integer(Bytes(record[..<semicolon]).split(at: UInt8(ascii: ","))[0]) ?? 6
    if priority & 7 > 6 { return nil }  // KERN_DEBUG
    let line = Bytes(record[(semicolon + 1)...]).split(at: UInt8(ascii: "\n"))[0]
    return line.isValidUTF8 ? line.sanitized : nil
  }
}
