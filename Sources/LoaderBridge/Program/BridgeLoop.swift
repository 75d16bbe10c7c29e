import LoaderBridge
import System
import Support
import Varlink

/// The program: one thread that waits for the bus, the journal and loaderd, and carries calls between them.
final class BridgeLoop {
  private let loop: EventLoop
  private let timer: Timer
  private let signals: Signals
  private let screen: LoaderdClient
  private let bus: Bus?
  private let journal: Journal?
  private var watches: [any Watch] = []
  private let pendingUpdates: PendingUpdates

  /// Runs until it is told to end; returns the exit status.
  static func run(_ options: Options) -> Int32 {
    do throws(SystemError) {
      let courier = try BridgeLoop(options)
      try courier.run()
      return 0
    } catch {
      StandardStreams.error("loader-bridge: " + error.text)
      return 1
    }
  }

  private init(_ options: Options) throws(SystemError) {
    (loop, timer, signals) = (try EventLoop(), try Timer(), try Signals())
    let pendingUpdates = PendingUpdates(options)
    self.pendingUpdates = pendingUpdates
    screen = LoaderdClient(loop, options)
    let listens = options.failures != .none
    let needsBus = options.hasRauc || options.hasJobs || options.hasBootProgress || listens
    bus = needsBus ? Bus(loop, options.bus) : nil
    journal = options.priority != nil || listens ? Journal(loop, options, pendingUpdates) : nil
    if let bus {
      if options.hasRauc { watches.append(RaucWatch(bus, pendingUpdates)) }
      if options.hasJobs { watches.append(JobWatch(bus, pendingUpdates)) }
      if listens || options.hasBootProgress { watches.append(UnitWatch(bus, pendingUpdates, options)) }
    }
  }

  private func run() throws(SystemError) {
    _ = try loop.watch(signals.descriptor) { [unowned(unsafe) self] _ in
      if case .end? = signals.next() { loop.stop() }
    }
    _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
    screen.connected = { [unowned(unsafe) self] in pendingUpdates.forget() }
    screen.answered = { [unowned(unsafe) self] method, reply in pendingUpdates.take(reply, to: method) }
    bus?.connected = { [unowned(unsafe) self] in for watch in watches { watch.begin() } }
    ServiceManager().notify("READY=1")
    try loop.run { dispatch() }
  }

  private func dispatch() {
    let now = Clock.nanoseconds
    bus?.dispatch(now)
    journal?.dispatch(now)
    screen.dispatch(now: now)
    for watch in watches { watch.dispatch(now) }
    while screen.isReady, let call = pendingUpdates.call(now: now) { screen.send(call) }
    bus?.flush()
    let deadlines = [screen.deadline, bus?.deadline, journal?.deadline, screen.isReady ? pendingUpdates.deadline : nil]
    timer.set((deadlines + watches.map { $0.deadline }).compactMap { $0 }.min())
  }
}
