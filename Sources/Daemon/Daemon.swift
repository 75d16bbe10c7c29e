import Images
import Input
import System
import Loaders
import ScreenAPI
import Support
import Display
import Varlink
import Raster
import Scene
import Text
import Progress

/// The program: one thread that waits for displays, the clock, clients and signals.
public final class Daemon {
  let started = Clock.nanoseconds
  let loop: EventLoop
  let timer: Timer
  let signals: Signals
  let manager = ServiceManager()
  lazy var service = Interface.service
  var loaders: Reply?
  let typesetter = Typesetter()
  var session: ScreenModel
  var displays: Displays
  var outputSchedulers: [OutputScheduler] = []
  var server: Server?
  var doors: CompatibilityListeners?
  /// What is shown when nothing else was said: the call that shows it; nil is what the theme shows.
  let usual: Call?
  var loader: SettingsLoader?
  /// Lets the theme's files be read until there is a picture.
  var themeGate: LoadedTheme.Gate?
  /// Counts calls of `Show` and `Hide` as they come, and has the number of the newest that is about what stays.
  var sequence = 0, lastingSequence = 0
  var cpuThrottle: CPUThrottle?
  let isOnce: Bool
  var configuration: Configuration

  var frameTime = Time.zero
  var firstFrame: Double?
  var nextPing: Int64?
  /// Until when no frame is drawn, while what a predecessor showed is still being read: its picture is on the screen.
  var patience: Int64?
  /// Set when we stay only until another program shows something.
  var nextLook: Int64?
  /// The socket's file, when it is ours to remove.
  let ownSocket: Bytes?
  let restartState: RestartState
  let workers: WorkerPool
  let account = FileReadResult.Account()
  var messages: KernelMessages?
  lazy var inputs = Inputs(loop, configuration.input) { [unowned(unsafe) self] in heed($0) }
  var waits: [KeyWait] = []
  /// A key that bounces, or is held, shows the console once.
  var nextConsole: Int64 = 0
  /// What the monitors were told last, and when.
  var toldGeneration = 0, toldAt: Int64 = 0
  let memory: HistoryStore?
  var lastTrim: Int64 = 0
  var status: Int32 = 0

  init(_ options: Options) throws(OutputError) {
    Priority.raise()
    Signals.handleBusErrors()
    isOnce = options.isOnce
    restartState = RestartState(beside: options.socket, manager)
    session = ScreenModel(Files(Daemon.load))
    session.begin(in: options.mode, at: started, following: restartState.hasPredecessor)
    do throws(SystemError) {
      (loop, timer, signals) = (try EventLoop(), try Timer(), try Signals())
    } catch {
      throw OutputError(error.text, error)
    }
    workers = WorkerPool(loop)
    var configuration = Configuration(file: options.configuration)
    var problems = configuration.complaints
    if let name = configuration.theme {
      do throws(ParameterError) {
        let (theme, gate) = try LoadedTheme.first(name, mode: options.mode, showing: restartState.loaders)
        session.setThemes({ theme.theme(for: $0) }, at: started)
        problems += theme.problems(in: options.mode)
        themeGate = gate
      } catch {
        problems.append("\(error.reason); the standard look is shown")
      }
    }
    configuration.apply(to: &session)
    configuration.doors.areOpen = !options.isOwnSocket
    // No keyboard belongs to it, unless it was named.
    if options.output.kind == "headless", configuration.input.devices == "auto" { configuration.input.devices = "no" }
    self.configuration = configuration
    memory = Daemon.memory(options, configuration)
    let text = options.text ?? session.theme?.text
    let opening = (options.loader ?? configuration.loader).map { Daemon.show($0, text ?? Options.text(for: $0)) }
    usual = opening ?? (session.hasThemeLoader ? nil : Daemon.show("shimmer", Options.text(for: "shimmer")))
    if opening == nil { session.giveToTheme() }
    let sockets = try Daemon.sockets(manager, options)
    ownSocket = manager.sockets.isEmpty && !sockets.isEmpty ? options.socket : nil
    let opened = CompatibilitySockets(configuration.doors, say: Daemon.say)
    manager.notify("READY=1")
    nextPing = manager.watchdog.map { _ in 0 }
    displays = try Displays(
      options.output, configuration.outputConfiguration, loop, inherited: restartState.inherited, say: Daemon.say)
    cpuThrottle = configuration.leastRate.map { CPUThrottle(loop, displays, least: $0) }
    session.bootBackground = displays.bootBackground
    if restartState.wasReleased { displays.yield() }
    if isHopeless { throw OutputError(Daemon.noDisplay) }
    let loader = SettingsLoader(workers, file: options.configuration) { [unowned(unsafe) self] theme in
      prerender(theme)
    } apply: { [unowned(unsafe) self] settings in
      take(settings)
    }
    self.loader = loader
    loader.log(Problems(problems).all)
    if !restartState.entries.isEmpty {
      for entry in restartState.entries { replay(entry) }
    } else if let opening {
      // The first picture does not fade in: nothing of ours was there.
      let call = Call(opening.method, opening.parameters + [JSON.Member("transition", "none")])
      let (reply, _) = perform(call, at: Clock.nanoseconds)
      if reply.error != nil {
        Daemon.say("\(reply.sentence); the standard look is shown")
        let name = options.loader ?? configuration.loader ?? "shimmer"
        perform(Daemon.show(name, Options.text(for: name)), at: Clock.nanoseconds)
      }
    } else {
      showTheme(at: Clock.nanoseconds, fading: false)
    }
    collect()
    let server = Server(loop) { [unowned(unsafe) self] peer in
      self.configuration.admits(peer)
    } answer: { [unowned(unsafe) self] call, client in
      answer(call, of: client)
    } ended: { [unowned(unsafe) self] client in
      _ = endWaits(.departure(client))
      if session.end(client, at: Clock.nanoseconds) == .redraw { redraw() }
    }
    self.server = server
    do throws(SystemError) {
      for socket in sockets { try server.listen(on: socket) }
      doors = try CompatibilityListeners(opened, loop, self)
    } catch {
      throw OutputError(error.text, error)
    }
  }
}

extension Daemon: CompatibilityDelegate {
  func perform(_ call: Call) -> Bool { perform(call, at: Clock.nanoseconds).reply.error == nil }

  func showAgain() {
    if session.stack[0].loader != nil { return }
    if let usual { _ = perform(usual) } else { showTheme(at: Clock.nanoseconds) }
  }

  func reloadTheme() { reload { _ in } }

  var isOnTerminal: Bool { displays.isOnTerminal }
}
