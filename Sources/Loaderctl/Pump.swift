import ProgressParsers
import System

/// Copies bytes from one file descriptor to another, at the speed of the slower one, and parses progress from them.
final class Pump {
  private let loop: EventLoop
  private var source: FileDescriptor?
  private var sink: FileDescriptor?
  private var parser: ProgressParser?
  private let report: ([ProgressSample]) -> Void
  /// Bytes that were read and not written yet; nothing is read while there are some.
  private var pending: ArraySlice<UInt8> = []
  private var token: EventLoop.Token?
  /// Bytes that are still read after the program has ended; nil while it runs.
  private var remaining: Int?
  /// Whether bytes were read since the last ``dispatch(now:)``.
  private var hasNewBytes = false
  /// Why the sink has not got all bytes, as on a full disk; nil if it has, or if nobody reads it any more.
  private(set) var writeError: SystemError?
  /// When a line without an end is parsed, in nanoseconds.
  private var partialLineDeadline: Int64?

  /// Time without new bytes after which a line without an end is parsed, in nanoseconds.
  private static var partialLineTimeout: Int64 { 100_000_000 }
  /// Bytes that are read after the program has ended: 1 MiB, or what its pipe holds if that is more.
  private static var drainLimit: Int { 1 << 20 }

  /// Without a sink, bytes are only parsed; without a parser, only copied.
  init(
    _ loop: EventLoop, from source: FileDescriptor, to sink: FileDescriptor?, _ parser: ProgressParser? = nil,
    report: @escaping ([ProgressSample]) -> Void = { _ in }
  ) {
    self.loop = loop
    self.source = source
    self.sink = sink
    self.parser = parser
    self.report = report
  }

  /// Whether the source has ended and everything was written.
  var isDone: Bool { source == nil && pending.isEmpty }

  /// Starts or continues reading. epoll cannot watch regular files (EPERM of epoll_ctl(2)): these are read at once.
  func start() {
    guard token == nil, pending.isEmpty, let source else { return }
    do throws(SystemError) {
      token = try loop.watch(source) { [unowned(unsafe) self] _ in readSource() }
    } catch {
      remaining = .max
      while !isDone, token == nil { readSource() }
    }
  }

  /// Stops reading until ``start()``.
  func pause() {
    if let token { loop.forget(token) }
    token = nil
  }

  /// Reads what is available now, and then ends: the program has ended, but a process that it left behind may keep the
  /// other end open.
  func finish() {
    if remaining == nil { remaining = max(Pump.drainLimit, source?.unreadCount ?? 0) }
    while !isDone, pending.isEmpty { readSource() }
  }

  private func readSource() {
    guard let source else { return }
    if remaining ?? 1 <= 0 { return end() }
    let bytes: [UInt8]
    do throws(SystemError) {
      guard let some = try source.read(upTo: 65536) else {
        if remaining != nil { end() }
        return
      }
      bytes = some
    } catch {
      return end()  // a pseudoterminal ends with EIO
    }
    if bytes.isEmpty { return end() }
    if let left = remaining { remaining = left - bytes.count }
    if let samples = parser?.feed(bytes) {
      hasNewBytes = true
      if !samples.isEmpty { report(samples) }
    }
    guard sink != nil else { return }
    pending = bytes[...]
    writePending()
  }

  private func writePending() {
    guard let sink else { return }
    do throws(SystemError) {
      while !pending.isEmpty {
        let count = try sink.writeSome(pending)
        if count == 0 { return wait(for: sink) }
        pending = pending.dropFirst(count)
      }
    } catch {
      if !error.isDisconnection { writeError = error }
      pending = []
      // A program that writes to a pipe gets SIGPIPE when we close it. A pseudoterminal stays open for the keyboard, so
      // that writing to it would block: it is read on, for a program that ignores the SIGHUP of its terminal.
      if parser != nil, source?.isTerminal == true { self.sink = nil } else { end() }
    }
  }

  private func wait(for sink: FileDescriptor) {
    pause()
    token = try? loop.watch(sink) { [unowned(unsafe) self] _ in
      writePending()
      guard pending.isEmpty else { return }
      pause()
      if remaining == nil { start() } else { finish() }
    }
    guard let token else { return end() }  // no room for another watch
    loop.want(token, reading: false, writing: true)
  }

  private func end() {
    pause()
    if source == nil { return }
    source = nil
    // The last line may have no end.
    if let samples = parser?.feed([UInt8(ascii: "\n")]), !samples.isEmpty { report(samples) }
  }

  /// To be called after each batch of events. Returns when to call it again at the latest, in nanoseconds.
  func dispatch(now: Int64) -> Int64? {
    if hasNewBytes {
      hasNewBytes = false
      partialLineDeadline = now + Pump.partialLineTimeout
    }
    if let deadline = partialLineDeadline, deadline <= now {
      partialLineDeadline = nil
      if let sample = parser?.unfinished { report([sample]) }
    }
    return partialLineDeadline
  }
}
