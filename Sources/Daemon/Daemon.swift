import DaemonCore
import Display
import Loaders
import ScreenAPI
import Settings
import Support
import System
import Text
import Varlink

/// The daemon: one thread that waits for displays, timers, clients and signals.
///
/// What it does is in the files `Daemon+TOPIC.swift` beside this one. The folders have the types that it consists of.
public final class Daemon {
  var frameTimes = FrameTimes()
  let loop: EventLoop
  let timer: Timer
  let signals: Signals
  let manager = ServiceManager()
  var watchdog: Watchdog
  lazy var service = ScreenService.service
  let typesetter = Typesetter()
  var model: ScreenModel
  /// The still parts of the model's frames.
  let stillParts = StillPartsCache()
  var displays: Displays
  var outputSchedulers: [OutputScheduler] = []
  /// Before this time, a wake-up for a frame draws only that frame (`continueAnimation`). Any other event calls for all
  /// work.
  var animationEnd: Int64 = 0
  var server: Server?
  var compatibility: CompatibilityListeners?
  /// What `compatibility` will serve; nil once it does.
  private var compatibilitySockets: CompatibilitySockets?
  /// Shows the default loader; nil if the theme's loader is shown instead.
  let defaultCall: Call?
  var settingsLoader: SettingsLoader?
  /// Open until the first frame; then the theme's files are read by a worker only.
  var themeGate: LoadedTheme.Gate?
  var callOrder = CallOrder()
  /// Limits of log lines: for calls of root and our own user, whose lines nobody else can use up, for calls of others,
  /// and for parameters that cannot be used.
  var callLogLimits = (trusted: CallLogLimit(), others: CallLogLimit(), parameters: CallLogLimit())
  var cpuThrottle: CPUThrottle?
  /// Whether to exit after the first frame (`--once`).
  let isOnce: Bool
  var configuration: Configuration

  /// No frame is drawn before this time, while a worker reads the files of a replayed call: the predecessor's picture
  /// is still on the screen.
  var replayDeadline: Int64?
  /// Who needs the text console (`Daemon+TextConsole.swift`).
  var borrowers: [Borrower] = [] { didSet { restartState.isSplashHidden = borrowers.contains(.hiddenSplash) } }
  var passwordRequests: PasswordRequests?
  /// Nil where there is no boot whose end can be noticed.
  var bootEnd: BootEnd?
  var serialLines: SerialLines?
  /// Whether `Quit` with `restart` was called.
  var isRestarting = false
  /// Until when that or a successor waits for the worker processes; nil without either.
  var filesDeadline: Int64?
  /// When to end without a successor; set by `Quit` with `restart`.
  var successorDeadline: Int64?
  /// Set by `Quit` with `handover`.
  var handoverWait: HandoverWait?
  lazy var promptWatch = PromptWatch(loop)
  /// Set while the screen lands.
  var afterLanding: AfterLanding?
  /// No frame is drawn before this time, while the call arrives with which a client has started the daemon, or its
  /// files are read.
  var clientCallDeadline: Int64?
  /// The socket's file, if we created it and must remove it.
  var ownSocket: Bytes?
  /// The inode of its file: another loaderd can replace the file by its own.
  var ownSocketInode: UInt64?
  let restartState: RestartState
  /// The loaderd from which this process takes over; nil after our first frame, and if none runs.
  var predecessor: Predecessor?
  var successorListener: SuccessorListener?
  /// The listening sockets, for a successor, with the names that `Predecessor` knows.
  var listeningSockets: [(name: Bytes, descriptor: FileDescriptor)]
  /// Follows the machine to its real root file system; nil outside an initramfs.
  var rootDirectory: RootDirectory?
  let eventRecorder: EventRecorder
  let workers: WorkerPool
  /// The code that only the start needed is unmapped at the first wake-up after this time; nil afterwards.
  lazy var unmapTime: Int64? = frameTimes.start + 2_000_000_000
  /// The memory of files that clients have named.
  let fileBudget = MemoryBudget()
  /// Open while the log screen is shown.
  var kernelMessages: KernelMessages?
  let logScreenMarker: LogScreenMarker
  lazy var inputs = InputProcess(loop, configuration.startup.input) { [unowned(unsafe) self] in handle($0) }
  var keyWaits = KeyWaits()
  /// The log screen is not toggled again before this time, so that a key that bounces or repeats has no effect.
  var nextLogScreenToggle: Int64 = 0
  var monitorSchedule = MonitorSchedule()
  let historyStore: HistoryStore?
  /// The options, for `openAfterFirstPicture`; nil once that was called.
  var lateOptions: Options?
  /// How the process ends, if it does so now.
  var end = ProcessEnd.final

  init(_ options: Options) throws(OutputError) {
    Priority.raise()
    Signals.handleBusErrors()
    Signals.ignoreBrokenPipes()  // the predecessor may be killed
    isOnce = options.isOnce
    watchdog = Watchdog(manager)
    var configuration = Configuration(file: options.configuration)
    var problems = configuration.problems.all + configuration.notes.all
    let first = Daemon.firstTheme(options, configuration, problems: &problems)
    themeGate = first?.gate
    typesetter.fallback = Daemon.fallbackFonts(configuration, problems: &problems)

    // Connecting makes the predecessor stop reading calls, and an older version stop drawing: what reads from a disk
    // comes before.
    predecessor = options.isReplacing ? Predecessor(beside: options.socket) : nil
    rootDirectory = options.isInitramfs ? try? RootDirectory() : nil  // fails where /run is missing
    restartState = RestartState(beside: options.socket, manager, predecessor)
    eventRecorder = EventRecorder(beside: options.socket, start: frameTimes.start, boot: restartState.boot)
    if configuration.isDebugging { eventRecorder.writeLine = Daemon.log }
    logScreenMarker = LogScreenMarker(beside: options.socket)
    let inherited = restartState.takeDevices()
    Daemon.note(inherited, from: predecessor, in: eventRecorder)

    model = ScreenModel(Files(Files.load))
    model.begin(in: options.mode, at: frameTimes.start, following: restartState.hasPredecessor || restartState.hasEnded)
    model.bootEstimator.isOver = options.mode == .boot && restartState.hasEnded
    do throws(SystemError) {
      loop = try EventLoop()
      timer = try Timer()
      signals = try Signals()
    } catch {
      throw OutputError(error)
    }
    workers = WorkerPool(loop)
    if let theme = first?.theme {
      model.setThemes({ theme.theme(for: $0) }, at: frameTimes.start)
      problems += model.theme.map { LoadedTheme.problems($0, theme.text) } ?? []
    }
    model.apply(configuration)
    serialLines = configuration.startup.serial.map { SerialLines($0) }
    Daemon.adapt(&configuration, to: options)
    self.configuration = configuration
    historyStore = Daemon.historyStore(options, configuration)
    let configuredCall = Daemon.configuredCall(options, configuration, themeText: model.theme?.text)
    defaultCall = configuredCall ?? (model.hasThemeLoader ? nil : Daemon.standardCall)
    if configuredCall == nil { model.setOrigin(.theme) }
    model.hasBeenShown = predecessor != nil

    let sockets = try Daemon.sockets(manager, options, predecessor)
    ownSocket = manager.sockets.isEmpty && !sockets.isEmpty ? options.socket : nil
    ownSocketInode = ownSocket.flatMap { File.inode(of: $0) }
    clientCallDeadline = Daemon.clientCallDeadline(manager, restartState, predecessor)
    let compatibilitySockets = CompatibilitySockets(
      configuration.startup.compatibility, inherited: predecessor?.descriptors(named: "plymouth") ?? [],
      hasPredecessor: restartState.hasPredecessor, log: Daemon.log)
    listeningSockets =
      sockets.map { (name: "varlink", descriptor: $0) }
      + compatibilitySockets.plymouth.map { (name: "plymouth", descriptor: $0) }
    manager.notify("READY=1")

    displays = try Daemon.displays(options, configuration, loop, inherited, restartState, predecessor)
    cpuThrottle = configuration.startup.leastRate.map { CPUThrottle(loop, displays, minimumRate: $0) }
    restartState.setBackground(displays.bootBackground)
    model.bootBackground = restartState.background
    if restartState.wasReleased { displays.yield() }

    settingsLoader = makeSettingsLoader(file: options.configuration)
    settingsLoader?.log(Problems(problems).all)
    showFirstPicture(configuredCall, options, isThemeMissing: first == nil && configuration.theme != nil)
    if restartState.isSplashHidden, (try? lend(to: .hiddenSplash)) == nil {  // another program has the display
      restartState.isSplashHidden = false
    }
    updateOutputs()
    self.compatibilitySockets = compatibilitySockets
    lateOptions = options
  }

  /// Notes in the event record that devices were received, from the predecessor or from the service manager.
  private static func note(
    _ devices: [TransferableDevice], from predecessor: Predecessor?, in eventRecorder: EventRecorder
  ) {
    if devices.isEmpty { return }
    eventRecorder.noteReceipt(of: devices, from: predecessor == nil ? "service manager" : "predecessor")
  }

  /// Replaces the defaults that do not suit the command line.
  private static func adapt(_ configuration: inout Configuration, to options: Options) {
    configuration.startup.compatibility.opensByDefault = !options.isOwnSocket
    // The machine's keyboards do not belong to a headless output, unless the configuration names them.
    if options.output.kind == "headless", configuration.startup.input.devices == "auto" {
      configuration.startup.input.devices = "no"
    }
  }

  /// Opens the displays. A predecessor that draws on its devices stops when they are taken.
  private static func displays(
    _ options: Options, _ configuration: Configuration, _ loop: EventLoop, _ inherited: [TransferableDevice],
    _ restartState: RestartState, _ predecessor: Predecessor?
  ) throws(OutputError) -> Displays {
    var stopPredecessor: (() -> Void)?
    if let predecessor, predecessor.isDrawing { stopPredecessor = { predecessor.stopDrawing() } }
    return try Displays(
      options.output, configuration.startup.outputConfiguration, loop, inherited: inherited,
      inheritedTerminal: restartState.terminal, stopPredecessor: stopPredecessor, log: Daemon.log)
  }

  private func makeSettingsLoader(file: Bytes?) -> SettingsLoader {
    SettingsLoader(workers, file: file) { [unowned(unsafe) self] theme in
      prerender(theme)
    } apply: { [unowned(unsafe) self] settings in
      apply(settings)
    }
  }

  private func makeServer() -> Server {
    Server(loop) { [unowned(unsafe) self] peer in
      configuration.access.admits(peer)
    } answer: { [unowned(unsafe) self] call, client in
      answer(call, of: client)
    } closed: { [unowned(unsafe) self] client in
      _ = endWaits(.disconnected(client))
      endLending(to: .connection(client))
      if model.connectionClosed(client, at: Clock.nanoseconds) == .redraw { redraw() }
    }
  }

  /// Accepts clients at our sockets, and those of other programs' protocols. A second call has no effect.
  func listen() {
    guard let sockets = compatibilitySockets else { return }
    compatibilitySockets = nil
    let server = makeServer()
    self.server = server
    let isInitramfs = rootDirectory != nil || manager.isInitial
    do throws(SystemError) {  // fails only when memory runs out
      for socket in listeningSockets where socket.name == "varlink" { try server.listen(on: socket.descriptor) }
      compatibility = try CompatibilityListeners(sockets, isInitramfs: isInitramfs, loop, self)
    } catch {
      Daemon.log(error.text)
    }
  }

  /// Makes the hand-over socket, or uses that of the predecessor.
  func listenForSuccessor(beside socket: Bytes, inherited: FileDescriptor? = nil) {
    successorListener = SuccessorListener(beside: socket, inherited: inherited, loop) { [unowned(unsafe) self] in
      server?.answerReadCalls()  // they may name files
      return !waitsForFiles(at: Clock.nanoseconds)
    } perform: { [unowned(unsafe) self] in
      passDisplay(to: $0)
    }
  }
}

extension Daemon: CompatibilityDelegate {
  func perform(_ call: Call) -> Bool { perform(call, at: Clock.nanoseconds).reply.error == nil }

  func showSplash() {
    endLending(to: .hiddenSplash)
    if model.stack[0].loader != nil { return }
    if let defaultCall { _ = perform(defaultCall) } else { showTheme(at: Clock.nanoseconds) }
  }

  func hideSplash() {
    _ = perform(Call(screen: "Hide"))
    if displays.hasTextConsole { try? lend(to: .hiddenSplash) }  // fails while another program has the display
  }

  func restoreProgress() {
    _ = perform(Call(screen: "SetProgress", JSON.Member("value", .null), JSON.Member("label", "")))
    if configuration.estimatesBoot { _ = perform(Call(screen: "SetProgress", JSON.Member("estimate", .bool(true)))) }
  }

  func reloadTheme() { reload { _ in } }

  var isOnTerminal: Bool { displays.isOnTerminal }

  var mode: ScreenMode { model.mode }
}
