import Linux
import Loaders
import Notation
import Outputs
import Protocol
import Raster
import Scene
import Text

/// The program: one thread that waits for the display, the clock, clients and signals.
public final class Daemon {
  private let started = Clock.nanoseconds
  private let loop: EventLoop
  private let timer: Timer
  private let signals: Signals
  private let manager = ServiceManager()
  private let typesetter = Typesetter()
  private var session: Session
  private var output: any Output
  private var server: Server?
  private let isOnce: Bool
  /// Pixels a point, where it is configured.
  private let scale: Double?

  /// When a frame is wanted: a time that has passed is at once; nil is not at all.
  private var wanted: Int64? = 0
  private var frameTime = Time.zero
  private var firstFrame: Double?
  private var nextPing: Int64?
  private var failure: Bytes = ""
  /// The socket's file, when it is ours to remove.
  private let ownSocket: Bytes?

  /// Runs until it is told to quit; returns the exit status, and has said what was wrong when that is not 0.
  public static func run(_ options: Options) -> Int32 {
    do throws(OutputError) {
      let daemon = try Daemon(options)
      try daemon.run()
      return 0
    } catch {
      say(error.text)
      return 1
    }
  }

  private static func say(_ line: Bytes) { Standard.error("loaderd: " + line) }

  private init(_ options: Options) throws(OutputError) {
    isOnce = options.isOnce
    session = Session(Files(Daemon.load))
    session.mode = options.mode
    do throws(SystemError) {
      (loop, timer, signals) = (try EventLoop(), try Timer(), try Signals())
    } catch {
      throw OutputError(error.text, error)
    }
    var configuration = Configuration(file: options.configuration)
    let theme = configuration.loadTheme(for: options.mode)
    for complaint in configuration.complaints { Daemon.say(complaint) }
    session.theme = theme
    session.isRound = configuration.isRound
    scale = configuration.scale
    if let name = options.loader ?? configuration.loader ?? theme?.loader {
      let text = options.text ?? theme?.text ?? Options.text(for: name)
      do throws(Reply) {
        // The first picture does not fade in: nothing of ours was there.
        let members = [("loader", name), ("text", text), ("transition", "none")] as [(Bytes, Bytes)]
        let call = Call("io.loaderd.Screen.Show", members.map { JSON.Member($0.0, .string($0.1)) })
        _ = try session.show(call, at: Time(nanoseconds: Clock.nanoseconds))
      } catch {
        throw OutputError("--show: \(error.sentence)")
      }
    }
    let sockets = try Daemon.sockets(manager, options)
    ownSocket = manager.sockets.isEmpty && !sockets.isEmpty ? options.socket : nil
    manager.notify("READY=1")
    nextPing = manager.watchdog.map { _ in 0 }
    output = try options.output.open(Daemon.say)
    let server = Server(loop) { [unowned(unsafe) self] call in answer(call) }
    self.server = server
    do throws(SystemError) {
      for socket in sockets { try server.listen(on: socket) }
    } catch {
      throw OutputError(error.text, error)
    }
  }

  /// The sockets of the service manager, else our own. Without any the picture is still shown.
  private static func sockets(_ manager: ServiceManager, _ options: Options) throws(OutputError) -> [FileDescriptor] {
    if !manager.sockets.isEmpty { return manager.sockets }
    do throws(SystemError) {
      if let slash = options.socket.utf8.lastIndex(of: 0x2F), slash > 0 {
        try File.makeDirectory(Bytes(options.socket.utf8[..<slash]))
      }
      return [try Socket.listening(at: options.socket)]
    } catch {
      if error.code == 98 {
        throw OutputError("\(options.socket): another loaderd answers there; quit it first, or use --socket", error)
      }
      say("\(options.socket): \(error.text); nobody can talk to this loaderd")
      return []
    }
  }

  static func load(_ path: Bytes) throws(ParameterError) -> [UInt8] {
    do throws(SystemError) {
      return try File.read(path, limit: Files.limit)
    } catch {
      throw ParameterError("file", "\(path): \(error.reason)")
    }
  }

  private func run() throws(OutputError) {
    do throws(SystemError) {
      _ = try loop.watch(signals.descriptor) { [unowned(unsafe) self] _ in loop.stop() }
      _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
      if let descriptor = output.descriptor {
        _ = try loop.watch(descriptor) { [unowned(unsafe) self] _ in
          report { () throws(OutputError) in try output.dispatch(now: Clock.nanoseconds) }
        }
      }
      try loop.run { turn() }
    } catch {
      throw OutputError(error.text, error)
    }
    manager.notify("STOPPING=1")
    if let ownSocket { File.remove(ownSocket) }
  }

  /// What is due, and then when to wake up.
  private func turn() {
    let now = Clock.nanoseconds
    server?.expire(now: now)
    if let deadline = output.pacer.deadline, now >= deadline {
      report { () throws(OutputError) in try output.dispatch(now: now) }
    }
    if let wanted, wanted <= now, !output.pacer.isWaiting, output.pacer.earliest(now: now) <= now { draw(now) }
    if let ping = nextPing, ping <= now, let interval = manager.watchdog {
      manager.notify("WATCHDOG=1")
      nextPing = now + interval / 2
    }
    timer.set(wakeUp(now))
  }

  private func wakeUp(_ now: Int64) -> Int64? {
    let frame = output.pacer.isWaiting ? output.pacer.deadline : wanted.map { max($0, output.pacer.earliest(now: now)) }
    return [frame, nextPing, server?.deadline].compactMap { $0 }.min()
  }

  private func draw(_ now: Int64) {
    let size = output.description
    let context = Context(typesetter, scale: session.scale ?? scale ?? size.scale)
    let frame = session.frame(at: output.pacer.target(now: now), width: size.width, height: size.height, context)
    var isChanged = false
    report { () throws(OutputError) in
      isChanged = try output.present(frame.marks, over: session.screen.background.color, now: now)
      frameTime = frame.time
    }
    if firstFrame == nil, isChanged { firstFrame = Double(Clock.nanoseconds - started) / 1e9 }
    switch frame.change {
    case .always: wanted = isChanged ? 0 : now + output.pacer.period  // the same picture by chance: look again
    case .at(let time): wanted = time.nanoseconds
    case .never: wanted = nil
    }
    if wanted ?? .max > now + 2 * output.pacer.period { output.rest() }
    if isOnce { loop.stop() }
  }

  /// Says what an output complains of, once for each complaint, and tries again a second later.
  private func report(_ body: () throws(OutputError) -> Void) {
    do throws(OutputError) {
      try body()
      failure = ""
    } catch {
      if failure != error.text { Daemon.say(error.text) }
      failure = error.text
      wanted = Clock.nanoseconds + 1_000_000_000
    }
  }

  private func answer(_ call: Call) -> Reply {
    if let reply = Interface.service.reply(to: call) { return reply }
    let (reply, effect) = session.answer(call, now: Clock.nanoseconds, observation)
    for complaint in session.takeComplaints() {
      Daemon.say("\(complaint.name): \(complaint.reason); the standard one is shown")
    }
    switch effect {
    case .none: break
    case .redraw: wanted = 0
    case .quit: loop.stop()
    }
    return reply
  }

  private var observation: Observation {
    let pacer = output.pacer
    var description = output.description
    description.scale = scale ?? description.scale
    let pacing: StaticString =
      switch pacer.pacing {
      case .unknown: "unknown"
      case .vblank: "vblank"
      case .timer: "timer"
      }
    return Observation(
      output: description, pacing: pacing, frames: pacer.statistics, time: frameTime, first: firstFrame,
      missingGlyphs: typesetter.missing, isUnshaped: typesetter.isUnshaped)
  }
}
