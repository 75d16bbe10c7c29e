import LoaderBridge
import Support
import System
import Varlink

/// The event loop of loader-bridge: one thread that waits for the bus, the journal and loaderd.
final class BridgeLoop {
  private let loop: EventLoop
  private let timer: Timer
  private let signals: Signals
  private let manager: ServiceManager
  private let previousMode: PreviousMode
  private let client: LoaderdClient
  private let bus: Bus?
  private let journal: JournalReader?
  private var watches: [any BusWatch] = []
  private var units: UnitWatch?
  private let pendingCalls: PendingCalls

  /// Runs until a signal ends it; returns the exit status.
  static func run(_ options: Options) -> Int32 {
    do throws(SystemError) {
      let bridge = try BridgeLoop(options)
      try bridge.run()
      return 0
    } catch {
      StandardStreams.error("loader-bridge: " + error.text)
      return 1
    }
  }

  private init(_ options: Options) throws(SystemError) {
    loop = try EventLoop()
    timer = try Timer()
    signals = try Signals()
    manager = ServiceManager()
    previousMode = PreviousMode(manager)
    let pendingCalls = PendingCalls(options, after: previousMode.stored)
    self.pendingCalls = pendingCalls
    client = LoaderdClient(loop, options)
    let reportsFailures = options.failures != .none
    let needsUnits = reportsFailures || options.showsBootProgress
    let needsBus = options.showsRauc || options.showsSysupdate || needsUnits
    bus = needsBus ? Bus(loop, options.bus) : nil
    journal = options.priority != nil || reportsFailures ? JournalReader(loop, options, pendingCalls) : nil
    if let bus {
      if options.showsRauc { watches.append(RaucWatch(bus, pendingCalls)) }
      if options.showsSysupdate { watches.append(SysupdateWatch(bus, pendingCalls)) }
      if needsUnits {
        let units = UnitWatch(bus, pendingCalls, options)
        self.units = units
        watches.append(units)
      }
    }
  }

  private func run() throws(SystemError) {
    _ = try loop.watch(signals.descriptor) { [unowned(unsafe) self] _ in
      if case .end? = signals.next() { loop.stop() }
    }
    _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
    client.connected = { [unowned(unsafe) self] in pendingCalls.markUnsent($0) }
    client.mayStartLoaderd = { [unowned(unsafe) self] in pendingCalls.updates.isActive }
    client.answered = { [unowned(unsafe) self] method, reply in pendingCalls.handle(reply, to: method) }
    bus?.connected = { [unowned(unsafe) self] in for watch in watches { watch.subscribe() } }
    manager.notify("READY=1")
    manager.sendUnsent(isWaiting: true)
    try loop.run { dispatch() }
  }

  private func dispatch() {
    let now = Clock.nanoseconds
    bus?.dispatch(now)
    journal?.dispatch(now)
    client.dispatch(now: now)
    units?.isNeeded = client.isConnected
    for watch in watches { watch.dispatch(now) }
    while client.isReady, let call = pendingCalls.next(now: now) { client.send(call) }
    previousMode.store(pendingCalls.updates.previousMode)
    bus?.updateInterest()
    let deadlines = [client.deadline, bus?.deadline, journal?.deadline, client.isReady ? pendingCalls.deadline : nil]
    timer.set((deadlines + watches.map { $0.deadline }).compactMap { $0 }.min())
  }
}
