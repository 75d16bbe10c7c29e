import Support
import System

/// The kernel's messages (Documentation/ABI/testing/dev-kmsg in Linux), to which systemd writes too before the journal
/// runs.
final class KernelMessages {
  private let loop: EventLoop
  /// Nil if it may not be read. That is not tried again, because CAP_SYSLOG is never gained.
  private let descriptor: FileDescriptor?
  private var token: EventLoop.Token?
  private let handler: ([Line]) -> Void

  /// A message, and when it was written: since the kernel's start, as in CLOCK_MONOTONIC.
  typealias Line = (text: Bytes, time: Time)

  /// Whether messages are read. Those that come meanwhile are read later.
  var isReading = false {
    didSet {
      if isReading == oldValue { return }
      // Not watched at all: epoll would report that unread messages were overwritten, again and again.
      if let token { loop.forget(token) }
      token = isReading ? descriptor.flatMap { try? loop.watch($0) { [unowned(unsafe) self] _ in read() } } : nil
    }
  }

  /// `handler` receives the existing messages and then new ones, while `isReading`; none if they may not be read.
  init(_ loop: EventLoop, path: Bytes = "/dev/kmsg", _ handler: @escaping ([Line]) -> Void) {
    self.loop = loop
    self.handler = handler
    descriptor = try? FileDescriptor(reading: path)
  }

  deinit { if let token { loop.forget(token) } }

  private func read() {
    guard let descriptor else { return }
    var lines: [Line] = []
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

  /// The text and the time of a record "priority,number,microseconds,flags;text", without the property lines that
  /// follow. Nil for a debug message and for a malformed record.
  static func line(_ record: [UInt8]) -> Line? {
    guard let semicolon = record.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let fields = Bytes(record[..<semicolon]).split(at: UInt8(ascii: ","))
    if (Decimal.integer(fields[0]) ?? 6) & 7 > 6 { return nil }  // KERN_DEBUG
    let microseconds = fields.count > 2 ? Decimal.double(fields[2]) ?? 0 : 0
    // The kernel writes all but printable ASCII, and the backslash, as `\xNN`.
    let line = Bytes(record[(semicolon + 1)...]).split(at: UInt8(ascii: "\n"))[0].decodingHexadecimal(after: "\\x")
    return line.isValidUTF8 ? (line.withoutEscapeSequences.sanitized, Time(seconds: min(1e9, microseconds / 1e6))) : nil
  }
}
