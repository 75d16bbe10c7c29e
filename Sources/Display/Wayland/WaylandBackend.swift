internal import CWayland
import Support
import System

/// The outputs of a Wayland compositor, with our surface on each.
final class WaylandBackend: Backend {
  let kind: StaticString = "wayland"
  let isNested = true
  private(set) var outputs: [any Output] = []

  private let socket: WaylandSocket
  private let outputConfiguration: OutputConfiguration
  private let loop: EventLoop
  private let log: (Bytes) -> Void
  private var connection: WaylandConnection?
  private var isOpen = false
  /// Why there is no connection.
  private var connectError: Bytes = ""
  /// When a compositor that has not sent its globals counts as not answering.
  private var replyDeadline: Int64?
  private var nextTry: Int64?
  /// When the connection was made.
  private var connectedAt: Int64 = 0
  private var backoff = Backoff(from: 50_000_000, to: WaylandBackend.maximumRetryIntervalAfterEnd)
  private var hasLoggedMissingList = false
  /// The folder of the socket.
  private var watch: FolderWatch?

  /// Longest delays between attempts to connect: without a compositor, and after one that ended the connection.
  private static var maximumRetryInterval: Int64 { 1_000_000_000 }
  private static var maximumRetryIntervalAfterEnd: Int64 { 60_000_000_000 }
  /// Time allowed for the first reply (socket activation is slow). After that time with frames, the backoff is reset.
  private static var replyTimeout: Int64 { 5_000_000_000 }

  init(_ outputConfiguration: OutputConfiguration, _ loop: EventLoop, log: @escaping (Bytes) -> Void) {
    self.outputConfiguration = outputConfiguration
    self.loop = loop
    self.log = log
    socket = WaylandSocket(outputConfiguration.compositor)
  }

  var reportsWhileWaiting: Bool { !socket.path.isEmpty }

  /// Error line where libwayland-client cannot be loaded.
  static var missingLibrary: Bytes {
    SharedLibraries.canBeOpened
      ? "libwayland-client.so.0 is missing, or older than 1.20; install libwayland-client0"
      : "this loaderd is static and cannot open libwayland-client; install the one for glibc"
  }

  var isPending: Bool { outputs.isEmpty && replyDeadline != nil }

  var status: BackendStatus {
    if !outputs.isEmpty { return .showing }
    guard let connection else { return .absent }
    return connection.isUsable || !connection.hasReceivedGlobals ? .waiting : .absent
  }

  var reason: Bytes {
    guard let connection, outputs.isEmpty else { return connectError }
    if connection.hasReceivedGlobals, !connection.isUsable {
      return
        "\(compositorName) lacks wl_compositor 4, wl_shm or a shell (xdg_wm_base, zwlr_layer_shell_v1); use another"
    }
    for compositorOutput in connection.outputs { if let problem = compositorOutput.problem { return problem } }
    if replyDeadline != nil { return "" }
    return connection.hasReceivedGlobals && connection.outputs.isEmpty
      ? "\(compositorName) has no output; waiting for one" : "\(compositorName) does not answer; waiting for it"
  }

  private var compositorName: Bytes { socket.path.isEmpty ? "the compositor" : "the compositor at \(socket.path)" }

  var deadline: Int64? {
    var earliest = EarliestDeadline()
    earliest.add(nextTry)
    earliest.add(replyDeadline)
    for compositorOutput in connection?.outputs ?? [] { earliest.add(compositorOutput.deadline) }
    return earliest.time
  }

  func open(now: Int64, mayDraw: Bool) {
    if isOpen { return }
    isOpen = true
    connect(now)
  }

  /// Opens with a connection that exists already.
  func open(_ descriptor: FileDescriptor, now: Int64) throws(OutputError) {
    isOpen = true
    try use(descriptor, now)
  }

  func close() {
    if !isOpen { return }
    isOpen = false
    disconnect()
    nextTry = nil
    connectError = ""
    watch?.isPaused = true
  }

  func dispatch(now: Int64, mayTakeDevices: Bool) -> Bool {
    guard isOpen else { return false }
    if let time = nextTry, time <= now { connect(now) }
    if let time = replyDeadline, time <= now { replyDeadline = nil }
    guard let connection else { return false }
    if let end = connection.end {
      disconnect()
      connectError = "\(compositorName): \(end); trying again"
      watchFolder()
      scheduleRetry(now, WaylandBackend.maximumRetryIntervalAfterEnd)
      return true
    }
    // Some compositors end the connection only after some frames, each time.
    if connection.hasReceivedFrameCallback, now > connectedAt + WaylandBackend.replyTimeout {
      backoff.reset()
    }
    for compositorOutput in connection.outputs {
      if let line = compositorOutput.output?.stallMessage(now: now) { log(line) }
      if let time = compositorOutput.deadline, time <= now { connection.hasPendingEvents = true }
    }
    if !connection.hasPendingEvents { return false }
    connection.hasPendingEvents = false
    return updateOutputs(connection, now)
  }

  /// Applies the compositor's changes to `outputs`. Returns whether they changed.
  private func updateOutputs(_ connection: WaylandConnection, _ now: Int64) -> Bool {
    var isChanged = false
    // Another output may follow soon.
    if !outputs.isEmpty { replyDeadline = now + WaylandBackend.replyTimeout }
    outputs = []
    for compositorOutput in connection.outputs {
      if compositorOutput.configure(outputConfiguration.rule(for: compositorOutput.name), socket.path, now: now) {
        isChanged = true
      }
      if let output = compositorOutput.output { outputs.append(output) }
    }
    connection.flush()
    if !outputs.isEmpty || connection.hasReceivedGlobals && !connection.isUsable { replyDeadline = nil }
    return isChanged
  }

  func hasWindow(of applicationID: Bytes) -> Bool {
    guard let connection, connection.hasReceivedGlobals else { return false }
    if let toplevels = connection.toplevels { return toplevels.hasWindow(of: applicationID) }
    if !hasLoggedMissingList {
      log("wayland: \(compositorName) lists no windows; end the boot screen with loaderctl quit")
    }
    hasLoggedMissingList = true
    return false
  }

  private func connect(_ now: Int64) {
    nextTry = nil
    // The watch starts before the attempt, so that no new socket is missed.
    let isWatched = watchFolder()
    do throws(OutputError) {
      try use(try socket.connect(), now)
    } catch {
      connectError = error.text
      if !socket.path.isEmpty {
        scheduleRetry(now, WaylandBackend.maximumRetryInterval, isWatched: isWatched && error.cause?.isAbsence == true)
      }
    }
  }

  /// Uses a connection to a compositor.
  private func use(_ descriptor: FileDescriptor, _ now: Int64) throws(OutputError) {
    if wayland_is_available() == 0 { throw OutputError(WaylandBackend.missingLibrary) }
    connection = WaylandConnection(descriptor, loop)
    if connection == nil { throw OutputError("no memory for a connection") }
    connectError = ""
    connectedAt = now
    replyDeadline = now + WaylandBackend.replyTimeout
    watch?.isPaused = true
  }

  private func disconnect() {
    connection?.close()
    connection = nil
    outputs = []
    replyDeadline = nil
  }

  /// Plans the next attempt with exponential backoff. Where the folder is watched, attempts end at the longest delay,
  /// and the watch triggers the next.
  private func scheduleRetry(_ now: Int64, _ maximumRetryInterval: Int64, isWatched: Bool = false) {
    backoff.lengthen(upTo: maximumRetryInterval)
    nextTry = isWatched && backoff.delay == maximumRetryInterval ? nil : now + backoff.delay
  }

  /// Watches the socket's folder; each call adds the folder again, because it may have been replaced. Returns whether
  /// it is watched.
  @discardableResult private func watchFolder() -> Bool {
    if socket.path.isEmpty { return false }  // an inherited connection has ended
    if watch == nil {
      watch = try? FolderWatch(loop) { [unowned(unsafe) self] in
        nextTry = 0
        backoff.reset()
      }
    }
    guard let watch else { return false }
    watch.isPaused = false
    return watch.add(socket.folder)
  }
}
