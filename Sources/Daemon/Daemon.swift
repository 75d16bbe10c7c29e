import Images
import Input
import Linux
import Loaders
import Notation
import Outputs
import Protocol
import Raster
import Scene
import Text
import Work

/// The program: one thread that waits for displays, the clock, clients and signals.
public final class Daemon {
  private let started = Clock.nanoseconds
  private let loop: EventLoop
  private let timer: Timer
  private let signals: Signals
  private let manager = ServiceManager()
  private lazy var service = Interface.service
  private var loaders: Reply?
  private let typesetter = Typesetter()
  private var session: Session
  private var displays: Displays
  private var views: [View] = []
  private var server: Server?
  private var doors: OldDoors?
  /// What is shown when nothing else was said: the call that shows it.
  private let usual: Call
  private var courtesy: Courtesy?
  private let isOnce: Bool
  private var configuration: Configuration

  private var frameTime = Time.zero
  private var firstFrame: Double?
  private var nextPing: Int64?
  /// Until when no frame is drawn, while what a predecessor showed is still being read: its picture is on the screen.
  private var patience: Int64?
  /// Set when we stay only until another program shows something.
  private var nextLook: Int64?
  /// The socket's file, when it is ours to remove.
  private let ownSocket: Bytes?
  private let bequest: Bequest
  private let errands: Errands
  private let account = ReadFiles.Account()
  private var messages: KernelMessages?
  private lazy var inputs = Inputs(loop, configuration.input) { [unowned(unsafe) self] in heed($0) }
  private var waits: [KeyWait] = []
  /// A key that bounces, or is held, shows the console once.
  private var nextConsole: Int64 = 0
  /// What the monitors were told last, and when.
  private var toldGeneration = 0, toldAt: Int64 = 0
  private let memory: Memory?
  private var lastTrim: Int64 = 0
  private var status: Int32 = 0

  /// Runs until it is told to quit; returns the exit status, and has said what was wrong when that is not 0.
  public static func run(_ options: Options) -> Int32 {
    if options.isKeeper {
      memory(options, Configuration(file: options.configuration))?.keep()
      return 0
    }
    if let way = options.input { return read(way) }
    do throws(OutputError) {
      let daemon = try Daemon(options)
      try daemon.run()
      return daemon.status
    } catch {
      say(error.text)
      return 1
    }
  }

  /// Whether the only frame can never be shown.
  private var isHopeless: Bool {
    isOnce && !displays.isComing && firstFrame == nil && !displays.outputs.contains { $0.earliest(now: 0) != nil }
  }
  private static var noDisplay: Bytes { "no display: connect one, or use --output headless" }

  /// Is the process that reads keyboards and touch screens.
  private static func read(_ way: Bytes) -> Int32 {
    do throws(SystemError) {
      try Reader(to: FileDescriptor.standardOutput).run(by: way)
      return 0
    } catch {
      say("input: \(error.text)")
      return 1
    }
  }

  /// One line, whoever's words are in it: none of them passes for another line of ours.
  private static func say(_ line: Bytes) {
    Standard.error("loaderd: " + Bytes(line.utf8.map { $0 == 0x0A ? 0x20 : $0 }))
  }

  private static func memory(_ options: Options, _ configuration: Configuration) -> Memory? {
    Memory(configuration.experience ?? (options.isOwnSocket ? nil : Memory.standard), beside: options.socket)
  }

  private init(_ options: Options) throws(OutputError) {
    Scheduling.hurry()
    Signals.surviveLostDevices()
    isOnce = options.isOnce
    bequest = Bequest(beside: options.socket, manager)
    session = Session(Files(Daemon.load))
    session.begin(in: options.mode, at: started, following: bequest.hasPredecessor)
    do throws(SystemError) {
      (loop, timer, signals) = (try EventLoop(), try Timer(), try Signals())
    } catch {
      throw OutputError(error.text, error)
    }
    errands = Errands(loop)
    var configuration = Configuration(file: options.configuration)
    let theme = configuration.loadTheme(for: options.mode)
    for complaint in configuration.complaints { Daemon.say(complaint) }
    session.theme = theme
    session.isRound = configuration.isRound
    (session.failurePolicy, session.stallsAfter) = (configuration.failurePolicy, configuration.stallsAfter)
    session.tellsTimeLeft = configuration.tellsTimeLeft
    configuration.doors.areOpen = !options.isOwnSocket
    // No keyboard belongs to it, unless it was named.
    if options.output.kind == "headless", configuration.input.devices == "auto" { configuration.input.devices = "no" }
    self.configuration = configuration
    memory = Daemon.memory(options, configuration)
    let opening = Daemon.opening(options, configuration, theme)
    usual = opening ?? Daemon.show("shimmer", Options.text(for: "shimmer"))
    let sockets = try Daemon.sockets(manager, options)
    ownSocket = manager.sockets.isEmpty && !sockets.isEmpty ? options.socket : nil
    let opened = OpenedDoors(configuration.doors, say: Daemon.say)
    manager.notify("READY=1")
    nextPing = manager.watchdog.map { _ in 0 }
    displays = try Displays(
      options.output, configuration.arrangement, loop, inherited: bequest.inherited, say: Daemon.say)
    courtesy = configuration.leastRate.map { Courtesy(loop, displays, least: $0) }
    session.surroundings = displays.surroundings
    if isHopeless { throw OutputError(Daemon.noDisplay) }
    if !bequest.entries.isEmpty {
      for entry in bequest.entries { replay(entry) }
    } else if let opening {
      // The first picture does not fade in: nothing of ours was there.
      let call = Call(opening.method, opening.parameters + [JSON.Member("transition", "none")])
      let (reply, _) = perform(call, at: Clock.nanoseconds)
      if reply.error != nil { throw OutputError("--show: \(reply.sentence)") }
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
      doors = try OldDoors(opened, loop, self)
    } catch {
      throw OutputError(error.text, error)
    }
  }

  /// The call for the first picture; nil when there is none to be.
  private static func opening(_ options: Options, _ configuration: Configuration, _ theme: Theme?) -> Call? {
    guard let name = options.loader ?? configuration.loader ?? theme?.loader else { return nil }
    return show(name, options.text ?? theme?.text ?? Options.text(for: name))
  }

  private static func show(_ name: Bytes, _ text: Bytes) -> Call {
    Call(screen: "Show", JSON.Member("loader", .string(name)), JSON.Member("text", .string(text)))
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
      _ = try loop.watch(signals.descriptor) { [unowned(unsafe) self] _ in take(signals.next()) }
      _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
      try loop.run { turn() }
    } catch {
      throw OutputError(error.text, error)
    }
    manager.notify("STOPPING=1")
    memory?.leave(session.leaveExperience())
    if status == Bequest.status { displays.leaveOnScreen() }
    if status == 0 { bequest.end() }
    if let ownSocket { File.remove(ownSocket) }
    doors?.close()
  }

  private func take(_ signal: Signals.Signal?) {
    switch signal {
    case .leave?: displays.leaveTerminal()
    case .comeBack?: displays.returnToTerminal()
    case .end?:
      // At the end of an initramfs the picture is the next loaderd's, whom the manager starts for this status.
      if manager.isInitial {
        status = Bequest.status
        bequest.save()
      }
      loop.stop()
    case nil: break
    }
  }

  /// What is due, and then when to wake up.
  private func turn() {
    let now = Clock.nanoseconds
    session.settle(at: now)
    errands.turn(now: now)
    if displays.turn(now: now) { collect() }
    if let end = patience, errands.isEmpty || end <= now { patience = nil }
    if patience == nil { for view in views where view.due(now: now) ?? .max <= now { draw(view, now) } }
    server?.turn(now: now)
    if isHopeless {
      Daemon.say(Daemon.noDisplay)
      status = 1
    }
    if isOnce, firstFrame != nil || status != 0 { loop.stop() }
    // After the first picture: nothing of this may keep it waiting.
    if firstFrame != nil || views.isEmpty { tend(now) }
    timer.set(wakeUp(now))
  }

  /// What can wait until there is a picture.
  private func tend(_ now: Int64) {
    if let ping = nextPing, ping <= now, let interval = manager.watchdog {
      manager.notify("WATCHDOG=1")
      nextPing = now + interval / 2
    }
    doors?.turn(now: now)
    courtesy?.turn(now: now, isMoving: views.contains { $0.wanted ?? .max < now + 1_000_000_000 })
    if let look = nextLook, look <= now {
      nextLook = now + 50_000_000
      if displays.areReplaced { loop.stop() }
    }
    if let memory, !memory.isRead, firstFrame != nil {
      session.take(memory.read(), estimating: configuration.estimates, at: now)
      redraw()
    }
    listenToKernel()
    listenToUser(now)
    tellMonitors(now)
    if now >= lastTrim + 1_000_000_000, server?.takeRelief() == true {
      lastTrim = now
      Heap.trim()
    }
    bequest.turn(now: now, displays.estate)
  }

  private func wakeUp(_ now: Int64) -> Int64? {
    let save = firstFrame != nil ? bequest.deadline : nil
    let door = firstFrame != nil || views.isEmpty ? doors?.deadline : nil
    let times =
      (patience.map { [$0] } ?? views.map { $0.due(now: now) })
      + [
        displays.wakeUp, nextPing, server?.deadline, door, courtesy?.deadline, nextLook, save, nextNews(now),
        errands.deadline, inputs.deadline, waits.map { $0.end }.min(),
      ]
    return times.compactMap { $0 }.min()
  }

  /// Outputs came, went, or can be drawn on again.
  private func collect() {
    views = displays.outputs.map { output in
      let view = views.first { $0.output === output } ?? View(output)
      view.wanted = 0
      return view
    }
    bequest.keep(displays.estate)
  }

  private func draw(_ view: View, _ now: Int64) {
    let size = view.output.description, pacer = view.output.pacer
    let context = Context(typesetter, scale: scale(of: size, in: session))
    var frame = session.frame(at: pacer.target(now: now), width: size.width, height: size.height, context)
    if size.role == .blank { frame = SessionFrame(marks: [], time: frame.time, change: .never) }
    do throws(OutputError) {
      let result = try view.output.present(frame.marks, over: background(of: size), now: now)
      view.failure = ""
      if result == .outdated {
        view.wanted = now + 8_000_000
        return
      }
      frameTime = frame.time
      if firstFrame == nil { firstFrame = Double(Clock.nanoseconds - started) / 1e9 }
      switch frame.change {
      case .always: view.wanted = result == .shown ? 0 : now + pacer.period  // the same picture by chance: look again
      case .at(let time): view.wanted = time.nanoseconds
      case .never: view.wanted = nil
      }
      if view.wanted ?? .max > now + 2 * pacer.period { view.output.rest() }
    } catch {
      if view.failure != error.text { Daemon.say(error.text) }
      view.failure = error.text
      view.wanted = 0
    }
  }

  private func redraw() { for view in views { view.wanted = 0 } }

  private func scale(of output: OutputDescription, in session: Session) -> Double {
    session.scale ?? configuration.scale ?? output.scale
  }

  private func background(of output: OutputDescription) -> Color {
    output.role == .blank ? .black : session.screen.background.color
  }

  private func answer(_ call: Call, of client: Client) -> Server.Answer {
    if let reply = service.reply(to: call) { return .reply(reply) }
    if configuration.logs(call) { Daemon.say("\(call.method.split(at: 0x2E).last ?? "") by \(client.peer.text)") }
    // What never changes is long, and asked for again and again by whoever means no good.
    if call.method == "io.loaderd.Screen.ListLoaders", call.parameters.isEmpty {
      if loaders == nil { loaders = perform(call, at: Clock.nanoseconds).reply.prepared }
      if let loaders { return .reply(loaders) }
    }
    if session.namesFiles(call) {
      return read(for: call, client.peer, client.id, at: nil).map { .reply($0) } ?? .later
    }
    switch perform(call, from: client.id, at: Clock.nanoseconds) {
    case (let reply, .monitor): return reply.error == nil ? .first(news) : .reply(reply)
    case (let reply, .screenshot(let output)):
      return reply.error == nil ? takeScreenshot(of: output, for: client) : .reply(reply)
    case (let reply, .wait): return reply.error == nil ? wait(call, client) : .reply(reply)
    case (let reply, _): return .reply(reply)
    }
  }

  /// Answers a call of the screen's interface and does what follows from it.
  @discardableResult
  private func perform(_ call: Call, from client: Int = 0, at time: Int64, reader: Peer? = nil) -> (
    reply: Reply, effect: Session.Effect
  ) {
    let isLasting = session.isLasting(call, from: client)
    let (reply, effect) = session.answer(call, from: client, now: time, observation)
    for complaint in session.takeComplaints() {
      Daemon.say("\(complaint.name): \(complaint.reason); the standard one is shown")
    }
    if reply.error != nil { return (reply, .none) }
    switch effect {
    case .none, .monitor, .screenshot, .wait: break
    case .redraw: redraw()
    case .mode: reloadTheme()
    case .yield:
      session.endCourse(at: Time(nanoseconds: time))
      displays.yield()
    case .resume:
      do throws(OutputError) {
        try displays.resume()
        collect()
      } catch {
        return (.noDisplay(error.text), .none)
      }
    case .quit(let retains): quit(retains: retains)
    }
    if isLasting { bequest.note(call, at: time, reader: reader) }
    return (reply, effect)
  }

  /// Files that a client names are read with its rights, by another process: it sees no more than it could anyway, and
  /// a file that is slow to read, or never ends, costs no frame. Nil where that has begun, else what the client is told.
  private func read(for call: Call, _ peer: Peer, _ client: Int, at time: Int64?) -> Reply? {
    if account.isFull { return .tooLarge(limit: ReadFiles.Account.limit) }
    let isLasting = session.isLasting(call, from: client)
    let isBegun = errands.start(for: peer) { [session] in
      let reading = Reading()
      do throws(SystemError) { try peer.become() } catch {
        reading.refuse(error.reason)
        return reading.bytes(nil)
      }
      var trial = session.bare(reading.files(Daemon.load))
      return reading.bytes(rehearse(call, in: &trial))
    } finish: { [unowned(unsafe) self] errand in
      // What was to be there as long as its connection is not any more.
      if !isLasting, server?.process(of: client) == nil { return }
      let read = ReadFiles(errand.memory(limit: Errands.size), account), before = session.files
      if let refusal = read.refusal {
        server?.finish(client, with: refusal)
        return
      }
      session.files = read.files
      let (reply, _) = perform(call, from: client, at: time ?? Clock.nanoseconds, reader: peer)
      session.files = before
      server?.finish(client, with: reply)
    }
    return isBegun ? nil : .tooManyClients
  }

  /// Does what a call asks for as it will be done, and draws it at a few moments: pictures have then the sizes that they need.
  private func rehearse(_ call: Call, in trial: inout Session) -> Reply {
    let now = Clock.nanoseconds
    let (reply, _) = trial.answer(call, now: now, observation)
    for view in views where reply.error == nil {
      let size = view.output.description
      for step in 0..<8 {
        _ = trial.frame(
          at: now + Int64(step) * 125_000_000, width: size.width, height: size.height,
          Context(typesetter, scale: scale(of: size, in: trial)))
      }
    }
    return reply
  }

  /// Does again what was done for a predecessor.
  private func replay(_ entry: Record.Entry) {
    guard let reader = entry.reader else {
      perform(entry.call, at: entry.time)
      return
    }
    if read(for: entry.call, reader, 0, at: entry.time) == nil { patience = Clock.nanoseconds + 300_000_000 }
  }

  private func takeScreenshot(of name: Bytes?, for client: Client) -> Server.Answer {
    guard let output = displays.outputs.first(where: { name == nil || $0.description.name == name }) else {
      let known = displays.outputs.map { $0.description.name }.joined(by: ", ")
      return .reply(
        name == nil ? .noDisplay("no display to picture") : .invalidParameter("output", "there are \(known)"))
    }
    let id = client.id, size = output.description
    let file = client.takePassed()
    let isStarted = errands.start(for: client.peer) {
      let frame = PNG.Frame(width: Int(size.width), height: Int(size.height), pixels: output.pixels)
      let png = PNG(frame, hasAlpha: false).bytes
      guard let file else { return png }
      do throws(SystemError) {
        try file.write(png)
        return [1]
      } catch {
        return []
      }
    } finish: { [unowned(unsafe) self] errand in
      let bytes = errand.result(limit: Errands.size)
      var members = [
        JSON.Member("width", .integer(Int(size.width))), JSON.Member("height", .integer(Int(size.height))),
      ]
      if file == nil { members.append(JSON.Member("png", .string(Base64.text(bytes)))) }
      let isTooLarge = file == nil && bytes.count > Daemon.pictureLimit
      server?.finish(
        id,
        with: bytes.isEmpty
          ? .invalidParameter("output", "its picture could not be written")
          : isTooLarge ? .tooLarge(limit: Daemon.pictureLimit) : Reply(members))
    }
    return isStarted ? .later : .reply(.tooManyClients)
  }

  /// Bytes of a picture that fit into a reply.
  private static var pictureLimit: Int { 180 * 1024 }

  /// The kernel's messages are read while somebody looks at them.
  private func listenToKernel() {
    if !session.showsLog { return messages = nil }
    if messages != nil { return }
    messages = try? KernelMessages(loop) { [unowned(unsafe) self] lines in  // without the right there are none
      session.note(lines)
      redraw()
    }
  }

  /// Keyboards and touch screens are read while their display is ours.
  private func listenToUser(_ now: Int64) {
    _ = endWaits(.time(now), with: .null)
    let rotation = displays.outputs.first.flatMap { Rotation(degrees: $0.description.rotation) } ?? .none
    let areOurs = !views.isEmpty && displays.areOurs && nextLook == nil
    inputs.turn(now: now, areOurs: areOurs, isAwaited: !waits.isEmpty || doors?.watchesKeys ?? false, rotation)
  }

  private func wait(_ call: Call, _ client: Client) -> Server.Answer {
    do throws(Reply) {
      let wait = try KeyWait(call, of: client.id, now: Clock.nanoseconds)
      // What is typed may be meant for somebody else.
      if !wait.isForCancelling, !client.peer.isOurs { throw .notPermitted }
      if !wait.isForCancelling, !configuration.input.areRead {
        throw .invalidParameter("keys", "none are read: set devices in section Input of loaderd.conf")
      }
      waits.append(wait)
      return .later
    } catch {
      return .reply(error)
    }
  }

  /// Answers those whose wait is over; false when nobody's is.
  private func endWaits(_ event: KeyWait.Event, with key: JSON = .null) -> Bool {
    let ended = waits.filter { $0.ends(by: event) }
    if ended.isEmpty { return false }
    waits.removeAll { $0.ends(by: event) }
    for wait in ended { server?.finish(wait.client, with: Reply([JSON.Member("key", key)])) }
    return true
  }

  /// Does what the user wants.
  private func heed(_ meaning: Inputs.Meaning) {
    let now = Clock.nanoseconds
    switch meaning {
    case .key(let key):
      if endWaits(.key(key), with: .string(key)) { return }
      if let character = Key.character(of: key), doors?.press(character) ?? false { return }
      if let other = inputs.meaning(of: key) { heed(other) }
    case .console:
      if now < nextConsole { return }
      nextConsole = now + 300_000_000
      session.toggleConsole(at: now)
      redraw()
    case .cancel:
      if endWaits(.cancelling, with: "cancel") {
        let words = session.theme?.words ?? Wording()
        perform(
          Call(
            screen: "SetMessage", JSON.Member("text", .string(words.cancel)), JSON.Member("lifetime", .number(5))),
          at: now)
      } else if ["boot", "shutdown", "reboot"].contains(session.mode) {
        Daemon.say("the user has ended the picture")
        quit(retains: false)
      }
    }
  }

  /// When the monitors are to hear something again: what changed at once, figures once a second.
  private func nextNews(_ now: Int64) -> Int64? {
    guard let server, server.hasMonitors else { return nil }
    return toldAt + (session.generation != toldGeneration ? 50_000_000 : 1_000_000_000)
  }

  private func tellMonitors(_ now: Int64) {
    guard let due = nextNews(now), due <= now else { return }
    (toldGeneration, toldAt) = (session.generation, now)
    server?.tell(news)
  }

  private var news: Reply { Reply(session.state(observation, at: Time(nanoseconds: Clock.nanoseconds))) }

  private func quit(retains: Bool) {
    session.endCourse(at: Time(nanoseconds: Clock.nanoseconds))
    guard retains, displays.hasPictures else { return loop.stop() }
    // The picture lasts as long as somebody has the card open: until another program's picture is there, that is us.
    displays.leaveOnScreen()
    server?.close()
    doors?.close()
    if let ownSocket { File.remove(ownSocket) }
    nextLook = Clock.nanoseconds
  }

  private var observation: Observation {
    Observation(
      outputs: displays.outputs, scale: session.scale ?? configuration.scale, time: frameTime, first: firstFrame,
      isYielded: displays.isYielded, missingGlyphs: typesetter.missing, isUnshaped: typesetter.isUnshaped,
      isCancellable: waits.contains { $0.isForCancelling },
      process: { [unowned(unsafe) self] client in server?.process(of: client) })
  }
}

extension Daemon: Stage {
  func perform(_ call: Call) -> Bool { perform(call, at: Clock.nanoseconds).reply.error == nil }

  func showAgain() {
    if session.stack[0].loader == nil { _ = perform(usual) }  // what could be shown at the start still can
  }

  func reloadTheme() {
    session.theme = configuration.loadTheme(for: session.mode)
    redraw()
  }

  var isOnTerminal: Bool { displays.areOnTerminal }
}
