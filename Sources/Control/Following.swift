import Linux
import Meters
import Notation

/// Progress that is read from standard input until it ends.
final class Following {
  private let loop: EventLoop
  private let timer: Timer
  private let link: Link
  private var passage: Passage?
  private var end: Int64?

  /// How long the last reading may take to reach the daemon, in nanoseconds.
  private static var patience: Int64 { 1_000_000_000 }

  init(_ meter: Meter, _ loop: EventLoop, _ link: Link) throws(SystemError) {
    (self.loop, timer, self.link) = (loop, try Timer(), link)
    passage = Passage(loop, from: FileDescriptor.standardInput, to: nil, meter) { [unowned(unsafe) self] in
      self.link.tell($0)
    }
  }

  func run() throws(SystemError) {
    _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
    passage?.begin()
    try loop.run { [unowned(unsafe) self] in turn() }
  }

  private func turn() {
    let now = Clock.nanoseconds
    let glance = passage?.turn(now: now)
    if passage?.isOver ?? true, end == nil { end = now + Following.patience }
    let next = link.turn()
    timer.set([next, glance, end].compactMap { $0 }.min())
    if let end, end <= now || link.presence.isSettled || link.isAlone { loop.stop() }
  }
}
