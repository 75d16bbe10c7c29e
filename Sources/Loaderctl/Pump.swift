import System
import ProgressParsers

/// Bytes on their way from one descriptor to another, as fast as the other takes them, and a meter that reads along.
final class Pump {
  private let loop: EventLoop
  private var source: FileDescriptor?
  private let sink: FileDescriptor?
  private var meter: ProgressParser?
  private let tell: ([ProgressSample]) -> Void
  private var pending: ArraySlice<UInt8> = []
  private var token: EventLoop.Token?
  /// How many bytes are still taken from a source whose program has ended; nil while it runs.
  private var rest: Int?
  /// Whether bytes came since the last turn.
  private var isFresh = false
  /// When to look at the line that has no end yet.
  private var glance: Int64?

  /// Without a sink the bytes are for the meter only.
  init(
    _ loop: EventLoop, from source: FileDescriptor, to sink: FileDescriptor?, _ meter: ProgressParser? = nil,
    tell: @escaping ([ProgressSample]) -> Void = { _ in }
  ) {
    (self.loop, self.source, self.sink, self.meter, self.tell) = (loop, source, sink, meter, tell)
  }

  /// Whether everything has arrived.
  var isOver: Bool { source == nil && pending.isEmpty }

  /// Takes bytes from now on. What is always readable, as a file is, is taken at once.
  func begin() {
    guard token == nil, pending.isEmpty, let source else { return }
    do throws(SystemError) {
      token = try loop.watch(source) { [unowned(unsafe) self] _ in take() }
    } catch {
      rest = .max
      while !isOver, token == nil { take() }
    }
  }

  /// Takes nothing until it begins again.
  func pause() {
    if let token { loop.forget(token) }
    token = nil
  }

  /// Takes what is there already, and no more: the program has ended, though another may have its end open.
  func finish() {
    if rest == nil { rest = 1 << 20 }
    while !isOver, pending.isEmpty { take() }
  }

  private func take() {
    guard let source else { return }
    let bytes: [UInt8]
    do throws(SystemError) {
      guard let some = try source.read(upTo: 65536) else {
        if rest != nil { end() }
        return
      }
      bytes = some
    } catch {
      return end()  // EIO is how a terminal ends
    }
    if let left = rest { rest = left - bytes.count }
    if bytes.isEmpty || rest ?? 1 <= 0 { return end() }
    if let readings = meter?.feed(bytes) {
      isFresh = true
      if !readings.isEmpty { tell(readings) }
    }
    guard sink != nil else { return }
    pending = bytes[...]
    give()
  }

  private func give() {
    guard let sink else { return }
    do throws(SystemError) {
      while !pending.isEmpty {
        let count = try sink.writeSome(pending)
        if count == 0 { return wait(for: sink) }
        pending = pending.dropFirst(count)
      }
    } catch {
      pending = []
      end()  // nobody takes it, and the program is to notice
    }
  }

  private func wait(for sink: FileDescriptor) {
    pause()
    token = try? loop.watch(sink) { [unowned(unsafe) self] _ in
      give()
      guard pending.isEmpty else { return }
      pause()
      if rest == nil { begin() } else { finish() }
    }
    guard let token else { return end() }  // no room for another watch
    loop.want(token, reading: false, writing: true)
  }

  private func end() {
    if source != nil { peek() }
    pause()
    source = nil
  }

  /// How long a line without an end must rest before it is read, in nanoseconds.
  private static var patience: Int64 { 100_000_000 }

  /// To be called after each batch of events; returns when to call it at the latest.
  func dispatch(now: Int64) -> Int64? {
    if isFresh { (isFresh, glance) = (false, now + Pump.patience) }
    if let time = glance, time <= now {
      glance = nil
      peek()
    }
    return glance
  }

  private func peek() {
    if let reading = meter?.unfinished { tell([reading]) }
  }
}
