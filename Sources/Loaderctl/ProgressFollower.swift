import ProgressParsers
import Support
import System

/// The event loop of `loaderctl follow`: parses progress from standard input until its end.
final class ProgressFollower {
  private let loop: EventLoop
  private let timer: Timer
  private let lease: LeaseConnection
  private var pump: Pump?
  private var end: Int64?

  /// Nanoseconds for sending the last sample after the end of the input, while loaderd is connected.
  private static var finalTimeout: Int64 { Int64(Invocation.timeout) * 1_000_000_000 }

  init(_ parser: ProgressParser, _ loop: EventLoop, _ lease: LeaseConnection) throws(SystemError) {
    self.loop = loop
    self.lease = lease
    timer = try Timer()
    pump = Pump(loop, from: FileDescriptor.standardInput, to: nil, parser) { [unowned(unsafe) self] in
      self.lease.report($0)
    }
  }

  func run() throws(SystemError) {
    _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
    pump?.start()
    try loop.run { [unowned(unsafe) self] in dispatch() }
  }

  private func dispatch() {
    let now = Clock.nanoseconds
    let pumpDeadline = pump?.dispatch(now: now)
    if pump?.isDone ?? true, end == nil { end = now + ProgressFollower.finalTimeout }
    let leaseDeadline = lease.dispatch()
    timer.set([leaseDeadline, pumpDeadline, end].compactMap { $0 }.min())
    if let end, end <= now || lease.session.isSettled || lease.isDisconnected { loop.stop() }
  }
}
