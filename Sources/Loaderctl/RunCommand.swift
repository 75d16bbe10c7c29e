import System
import ProgressParsers
import Support

/// A command that runs, while a loader is on the screen. Neither waits for the other.
final class RunCommand {
  /// What is read, and where it is told.
  struct Plan {
    var words: [Bytes]
    /// Nil to leave what the command writes alone.
    var format: ProgressParser.Format?
    var total: Double?
    /// What plain numbers count up to; nil where they are no progress.
    var maximum: Double?
    /// Whether the user may end it at the display.
    var isCancellable = false
  }

  private let loop: EventLoop
  private let timer: Timer
  private let relay: SignalRelay
  private let lease: LeaseConnection
  private let command: Command
  private let cancellation: Cancellation?
  /// The terminal that the command has, and ours.
  private let terminal: (own: PseudoTerminal, outer: FileDescriptor)?
  /// Whether the command's job is another than ours, because its keyboard is its terminal too.
  private let isApart: Bool
  private var raw: RawTerminal?
  private var keys: Pump?
  private var passages: [Pump] = []
  private var status: Int32?
  private var failure: SystemError?

  /// Between two looks whether the terminal is ours, in nanoseconds.
  private static var lookout: Int64 { 250_000_000 }

  init(_ plan: Plan, _ loop: EventLoop, _ lease: LeaseConnection, _ socket: Bytes) throws(SystemError) {
    let timer = try Timer(), relay = try SignalRelay()
    if let id = lease.introduce() { Environment.set("LOADERD_SHOW", "\(id)") }
    let streams = try ChildStreams(plan, FileDescriptor.standardInput)
    let isApart = streams.terminal != nil && FileDescriptor.standardInput.isTerminal
    let command = try Command(
      streams.words, input: streams.input, output: streams.output, errors: streams.errors, extra: streams.status,
      on: isApart ? streams.terminal?.own : nil, relay)
    streams.terminal?.own.closeDevice()
    (self.loop, self.timer, self.relay, self.lease, self.command) = (loop, timer, relay, lease, command)
    cancellation = plan.isCancellable ? Cancellation(loop, socket, of: command) : nil
    (self.terminal, self.isApart) = (streams.terminal, isApart)
    for (source, sink) in streams.sources {
      let meter = plan.format.map { ProgressParser($0, amidOutput: true, total: plan.total, maximum: plan.maximum) }
      passages.append(Pump(loop, from: source, to: sink, meter) { [unowned(unsafe) self] in self.lease.report($0) })
    }
    if isApart, let terminal {
      keys = Pump(loop, from: FileDescriptor.standardInput, to: try terminal.own.descriptor.copy())
    }
  }

  /// Returns the command's exit status, as a shell has it.
  func run() throws(SystemError) -> Int32 {
    _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
    _ = try loop.watch(relay.descriptor) { [unowned(unsafe) self] _ in
      while let signal = relay.next() { handle(signal) }
    }
    var reports: EventLoop.Token?
    reports = try loop.watch(command.descriptor) { [unowned(unsafe) self] _ in
      if let change = command.report() { handle(change) } else if let reports { loop.forget(reports) }
    }
    attach()
    for passage in passages { passage.begin() }
    try loop.run { [unowned(unsafe) self] in dispatch() }
    raw = nil
    if let failure { throw failure }
    return status ?? 0
  }

  private func dispatch() {
    let now = Clock.nanoseconds
    let glance = passages.compactMap { $0.dispatch(now: now) }.min()
    var look: Int64?
    if isApart, raw == nil {
      attach()
      // A shell does not say that a job that runs is in the foreground now.
      if raw == nil { look = now + RunCommand.lookout }
    }
    let next = lease.dispatch()
    timer.set([next, glance, look, cancellation?.dispatch(now: now)].compactMap { $0 }.min())
    if status != nil, passages.allSatisfy({ $0.isOver }) { loop.stop() }
  }

  private func handle(_ signal: SignalRelay.Signal) {
    switch signal {
    case .pass(let number, let isFromTerminal):
      if status != nil { return loop.stop() }
      // What the terminal tells our job, the command hears itself if it is in it.
      if isApart || !isFromTerminal { command.signal(number) }
    case .stop(let isFromTerminal):
      if isApart || !isFromTerminal { command.stop() }
      suspend(wholeGroup: false)
    case .resume:
      attach()
      command.resume()
    case .resize: if let terminal { terminal.own.resize(like: terminal.outer) }
    case .child:
      guard let end = command.end() else { return }
      while let change = command.report() { handle(change) }  // what was told before it ended
      if status == nil { handle(end) }
    }
  }

  private func handle(_ change: Command.Change) {
    switch change {
    case .stopped: suspend(wholeGroup: true)
    case .failed(let error):
      failure = error
      loop.stop()
    case .ended(let status):
      self.status = status
      for passage in passages { passage.finish() }
    }
  }

  /// Stops with the command, and goes on with it.
  private func suspend(wholeGroup: Bool) {
    keys?.pause()
    raw = nil
    Job.suspend(wholeGroup: wholeGroup)
    attach()
    command.resume()
  }

  /// Makes our terminal the command's, if we are in the foreground.
  private func attach() {
    guard isApart, let terminal else { return }
    terminal.own.resize(like: terminal.outer)
    if raw == nil { raw = RawTerminal(FileDescriptor.standardInput) }
    if raw == nil { keys?.pause() } else { keys?.begin() }
  }
}
