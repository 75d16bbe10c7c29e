import Bridge
import Linux
import Notation
import Protocol

/// The program: one thread that waits for the bus, the journal and loaderd, and carries calls between them.
final class Courier {
  private let loop: EventLoop
  private let timer: Timer
  private let signals: Signals
  private let screen: Screen
  private let bus: Bus?
  private let journal: Journal?
  private var watches: [any Watch] = []
  private let findings: Findings

  /// Runs until it is told to end; returns the exit status.
  static func run(_ options: Options) -> Int32 {
    do throws(SystemError) {
      let courier = try Courier(options)
      try courier.run()
      return 0
    } catch {
      Standard.error("loader-bridge: " + error.text)
      return 1
    }
  }

  private init(_ options: Options) throws(SystemError) {
    (loop, timer, signals) = (try EventLoop(), try Timer(), try Signals())
    let findings = Findings(options)
    self.findings = findings
    screen = Screen(loop, options)
    let listens = options.failures != .none
    let needsBus = options.hasRauc || options.hasJobs || options.hasBootProgress || listens
    bus = needsBus ? Bus(loop, options.bus) : nil
    journal = options.priority != nil || listens ? Journal(loop, options, findings) : nil
    if let bus {
      if options.hasRauc { watches.append(RaucWatch(bus, findings)) }
      if options.hasJobs { watches.append(JobWatch(bus, findings)) }
      if listens || options.hasBootProgress { watches.append(UnitWatch(bus, findings, options)) }
    }
  }

  private func run() throws(SystemError) {
    _ = try loop.watch(signals.descriptor) { [unowned(unsafe) self] _ in
      if case .end? = signals.next() { loop.stop() }
    }
    _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
    screen.connected = { [unowned(unsafe) self] in findings.forget() }
    screen.answered = { [unowned(unsafe) self] method, reply in findings.take(reply, to: method) }
    bus?.connected = { [unowned(unsafe) self] in for watch in watches { watch.begin() } }
    ServiceManager().notify("READY=1")
    try loop.run { turn() }
  }

  private func turn() {
    let now = Clock.nanoseconds
    bus?.tend(now)
    journal?.tend(now)
    screen.tend(now)
    for watch in watches { watch.tend(now) }
    while screen.isReady, let call = findings.call(now: now) { screen.send(call) }
    bus?.flush()
    let deadlines = [screen.deadline, bus?.deadline, journal?.deadline, screen.isReady ? findings.deadline : nil]
    timer.set((deadlines + watches.map { $0.deadline }).compactMap { $0 }.min())
  }
}
