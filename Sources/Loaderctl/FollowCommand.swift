import System
import ProgressParsers
import Support

/// Progress that is read from standard input until it ends.
final class FollowCommand {
  private let loop: EventLoop
  private let timer: Timer
  private let lease: LeaseConnection
  private var passage: Pump?
  private var end: Int64?

  /// How long the last reading may take to reach the daemon, in nanoseconds.
  private static var patience: Int64 { 1_000_000_000 }

  init(_ meter: ProgressParser, _ loop: EventLoop, _ lease: LeaseConnection) throws(SystemError) {
    (self.loop, timer, self.lease) = (loop, try Timer(), lease)
    passage = Pump(loop, from: FileDescriptor.standardInput, to: nil, meter) { [unowned(unsafe) self] in
      self.lease.report($0)
    }
  }

  func run() throws(SystemError) {
    _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
    passage?.begin()
    try loop.run { [unowned(unsafe) self] in dispatch() }
  }

  private func dispatch() {
    let now = Clock.nanoseconds
    let glance = passage?.dispatch(now: now)
    if passage?.isOver ?? true, end == nil { end = now + FollowCommand.patience }
    let next = lease.dispatch()
    timer.set([next, glance, end].compactMap { $0 }.min())
    if let end, end <= now || lease.session.isSettled || lease.isAlone { loop.stop() }
  }
}
