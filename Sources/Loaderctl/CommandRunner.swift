import ProgressParsers
import Support
import System

/// The event loop of `loaderctl run`: a command runs while a loader is on the screen. Neither waits for the other.
final class CommandRunner {
  /// What to run, and how its output is parsed.
  struct Plan {
    /// The command and its arguments.
    var arguments: [Bytes]
    /// Nil when the output is not parsed.
    var format: ProgressParser.Format?
    /// Bytes that are copied, where the output only counts them.
    var total: Double?
    /// The value of plain numbers that is full; nil when these are no progress.
    var maximum: Double?
    /// Whether the user may cancel the command at the display.
    var isCancellable = false
  }

  private let loop: EventLoop
  private let timer: Timer
  private let relay: SignalRelay
  private let lease: LeaseConnection
  private let command: Command
  private let cancelWatch: CancelWatch?
  /// The command's pseudoterminal, and our own terminal.
  private let terminal: (own: PseudoTerminal, outer: FileDescriptor)?
  /// Whether the command leads a session on its own pseudoterminal, keyboard included. Else it is in our process group.
  private let hasOwnSession: Bool
  private var raw: RawTerminal?
  private var keyboardPump: Pump?
  private var outputPumps: [Pump] = []
  private var status: Int32?
  /// Whether a process has sent SIGINT to this one.
  private var hasRelayedInterrupt = false
  private var error: SystemError?

  /// Nanoseconds between two checks whether we are in the foreground of our terminal.
  private static var foregroundCheckInterval: Int64 { 250_000_000 }

  init(_ plan: Plan, _ loop: EventLoop, _ lease: LeaseConnection, _ socket: Bytes) throws(SystemError) {
    let timer = try Timer(), relay = try SignalRelay()
    // Without an answer in time, the command's calls must not change what is below its loader: no entry has this id.
    Environment.set("LOADERD_SHOW", "\(lease.awaitLoader() ?? -1)")
    let streams = try ChildStreams(plan, FileDescriptor.standardInput)
    let hasOwnSession = streams.terminal != nil && FileDescriptor.standardInput.isTerminal
    let command = try Command(
      streams.arguments, input: streams.input, output: streams.output, errors: streams.errors, extra: streams.status,
      on: hasOwnSession ? streams.terminal?.own : nil, relay)
    streams.terminal?.own.closeDevice()
    self.loop = loop
    self.timer = timer
    self.relay = relay
    self.lease = lease
    self.command = command
    cancelWatch =
      plan.isCancellable ? CancelWatch(loop, socket, of: command, mayConnect: lease.mayConnect) : nil
    terminal = streams.terminal
    self.hasOwnSession = hasOwnSession
    for (source, sink) in streams.sources {
      let parser = plan.format.map { ProgressParser($0, amidOutput: true, total: plan.total, maximum: plan.maximum) }
      let pump = Pump(loop, from: source, to: sink, parser) { [unowned(unsafe) self] in self.lease.report($0) }
      outputPumps.append(pump)
    }
    if hasOwnSession, let terminal {
      keyboardPump = Pump(loop, from: FileDescriptor.standardInput, to: try terminal.own.descriptor.copy())
    }
  }

  /// Why not all of the command's output was written; nil if it was.
  var outputError: SystemError? { outputPumps.lazy.compactMap { $0.writeError }.first }

  /// Ends this process by SIGINT if the command has ended so: a shell then ends its script too. Where we have taken the
  /// keyboard from our process group, all of it gets the signal, as from a terminal.
  func passOnInterrupt() {
    guard command.isInterrupted else { return }
    JobControl.interrupt(wholeGroup: hasOwnSession && !hasRelayedInterrupt)
  }

  /// Returns the command's exit status as a shell has it: 128 and the signal's number after a signal.
  func run() throws(SystemError) -> Int32 {
    _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
    _ = try loop.watch(relay.descriptor) { [unowned(unsafe) self] _ in
      while let signal = relay.next() { handle(signal) }
    }
    var reports: EventLoop.Token?
    reports = try loop.watch(command.descriptor) { [unowned(unsafe) self] _ in
      if let change = command.report() { handle(change) } else if let reports { loop.forget(reports) }
    }
    attachTerminal()
    for pump in outputPumps { pump.start() }
    try loop.run { [unowned(unsafe) self] in dispatch() }
    raw = nil
    if let error { throw error }
    return status ?? 0
  }

  private func dispatch() {
    let now = Clock.nanoseconds
    let pumpDeadline = outputPumps.compactMap { $0.dispatch(now: now) }.min()
    var foregroundCheck: Int64?
    if hasOwnSession, raw == nil {
      attachTerminal()
      // There is no signal when a shell moves a running job to the foreground.
      if raw == nil { foregroundCheck = now + CommandRunner.foregroundCheckInterval }
    }
    let leaseDeadline = lease.dispatch()
    let deadlines = [leaseDeadline, pumpDeadline, foregroundCheck, cancelWatch?.dispatch(now: now)]
    timer.set(deadlines.compactMap { $0 }.min())
    if status != nil, outputPumps.allSatisfy({ $0.isDone }) { loop.stop() }
  }

  private func handle(_ signal: SignalRelay.Signal) {
    switch signal {
    case .pass(let number, let isFromTerminal):
      if status != nil { return loop.stop() }
      if SignalRelay.isInterrupt(number) { hasRelayedInterrupt = true }
      // The terminal signals its whole foreground process group: a command in ours has the signal already.
      if hasOwnSession || !isFromTerminal { command.signal(number) }
    case .stop(let isFromTerminal):
      if hasOwnSession || !isFromTerminal { command.stop() }
      suspend(wholeGroup: false)
    case .resume:
      attachTerminal()
      command.resume()
    case .resize: if let terminal { terminal.own.resize(like: terminal.outer) }
    case .child:
      guard let end = command.end() else { return }
      while let change = command.report() { handle(change) }  // reports from before the end
      if status == nil { handle(end) }
    }
  }

  private func handle(_ change: Command.Change) {
    switch change {
    case .stopped: suspend(wholeGroup: true)
    case .failed(let error):
      self.error = error
      loop.stop()
    case .ended(let status):
      self.status = status
      for pump in outputPumps { pump.finish() }
    }
  }

  /// Stops this process as job control has stopped the command, and continues both afterwards.
  private func suspend(wholeGroup: Bool) {
    keyboardPump?.pause()
    raw = nil
    JobControl.suspend(wholeGroup: wholeGroup)
    attachTerminal()
    command.resume()
  }

  /// Sets our terminal to raw mode and forwards its keys to the command, if we are in the foreground.
  private func attachTerminal() {
    guard hasOwnSession, let terminal else { return }
    terminal.own.resize(like: terminal.outer)
    if raw == nil { raw = RawTerminal(FileDescriptor.standardInput) }
    if raw == nil { keyboardPump?.pause() } else { keyboardPump?.start() }
  }
}
