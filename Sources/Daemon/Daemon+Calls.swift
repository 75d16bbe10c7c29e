import DaemonCore
import Display
import Images
import Loaders
import Progress
import Scene
import ScreenAPI
import Settings
import Support
import System
import Text
import Varlink

/// Answers the calls of clients and carries out their effects.
extension Daemon {
  /// Answers a call of a client, and logs it when the answer is known.
  func answer(_ call: Call, of client: Client) -> Server.Answer {
    if let reply = service.reply(to: call) { return .reply(reply) }
    let method = MethodTable.method(of: call), answer = answerScreenCall(call, method, of: client)
    switch answer {
    case .reply(let reply), .first(let reply): logCall(call, method, by: client.peer, reply)
    case .later: break
    }
    return answer
  }

  /// Answers a call of io.loaderd.Screen. What answers it later logs it.
  private func answerScreenCall(_ call: Call, _ method: Method?, of client: Client) -> Server.Answer {
    if let method, !method.mayCall(call, client.peer) { return .reply(.notPermitted) }
    if method?.takesLoaderParameters == true, ScreenModel.namesFiles(call) {
      return performWithFiles(call, client.peer, client.id).map { .reply($0) } ?? .later
    }
    let (reply, effect) = perform(call, from: client.id, at: Clock.nanoseconds)
    guard case .reply(let kind) = effect else { return .reply(reply) }
    switch kind {
    case .monitor: return .first(stateReply)
    case .screenshot(let output): return takeScreenshot(of: output, call, for: client)
    case .reload:
      logCall(call, method, by: client.peer, reply)  // it does not fail
      reload { [unowned(unsafe) self, id = client.id] report in
        func lines(_ name: StaticString, _ lines: [Bytes]) -> JSON.Member {
          JSON.Member(name, .array(lines.map { .string($0) }))
        }
        server?.finish(id, with: Reply([lines("problems", report.problems), lines("notes", report.notes)]))
      }
      return .later
    case .wait: return waitForKey(call, client)
    case .timeline: return .reply(Reply(eventRecorder.members))
    }
  }

  /// Sends the reply to a call that was answered with `later`, and logs the call.
  private func finish(_ id: Int, _ call: Call, by peer: Peer, with reply: Reply) {
    logCall(call, MethodTable.method(of: call), by: peer, reply)
    server?.finish(id, with: reply)
  }

  /// Logs a call and its error, if it has one, where the configuration says so.
  func logCall(_ call: Call, _ method: Method?, by peer: Peer, _ reply: Reply) {
    let isLoggedByDefault = method?.isLoggedByDefault ?? false
    guard configuration.isDebugging || configuration.access.logsCall(isLoggedByDefault: isLoggedByDefault) else {
      return
    }
    let now = Clock.nanoseconds
    guard peer.isTrusted ? callLogLimits.trusted.admits(now: now) : callLogLimits.others.admits(now: now) else {
      return
    }
    let name = (call.method.split(at: UInt8(ascii: ".")).last ?? "").shortened(to: 64)
    var line: Bytes = "\(name) by \(peer.text)"
    if reply.error != nil { line = "\(line) failed: \(reply.sentence)" }
    Daemon.log(line)
  }

  /// Writes durations that cannot wait for the end, because nobody stops the daemon before power-off. They wait until
  /// the history is read.
  func writeUrgentHistory() {
    guard model.hasUrgentHistory, historyStore?.isRead != false else { return }
    model.hasUrgentHistory = false
    historyStore?.writeWithoutWaiting(model.currentDurationHistory())
  }

  /// Performs the calls of the predecessor that were not replayed yet, and then `call`.
  @discardableResult
  func perform(
    _ call: Call, from client: Int = Client.ownCalls, at time: Int64, origin: CallJournal.Origin = .client
  ) -> (reply: Reply, effect: ScreenModel.Effect) {
    replayJournal(waitingForFiles: false)
    return carryOut(call, from: client, at: time, origin: origin)
  }

  /// Answers a call of io.loaderd.Screen, carries out its effect, and notes it in the call journal if it outlives the
  /// connection. `reader` is the process with whose rights its files were read. `number` is its number in the call
  /// order, if it has one already. `origin` is `commandLine` for the loader that the command line of loaderd names.
  /// `isReplayed`: the journal has it already.
  private func carryOut(
    _ call: Call, from client: Int = Client.ownCalls, at time: Int64, reader: Peer? = nil, number: Int? = nil,
    origin: CallJournal.Origin = .client, isReplayed: Bool = false
  ) -> (reply: Reply, effect: ScreenModel.Effect) {
    let isPersistent = ScreenModel.isPersistent(call, from: client, in: model.stack)
    let hadFailure = model.overlays.failureText != nil,
      wasNamed = isPersistent && model.stack.persistentOrigin == .commandLine
    let (reply, effect) = model.answer(call, from: client, now: time, statusSnapshot)
    logProblems(ofClient: origin == .client && !isReplayed)
    if reply.error != nil { return (reply, .none) }
    if hadFailure, model.overlays.failureText == nil { restartState.endFailure() }
    if wasNamed, model.stack.persistentOrigin == .theme { restartState.endCommandLine() }
    writeUrgentHistory()
    if origin == .client, effect == .redraw {
      // systemd reports units to plymouth's socket while the awaited call is on its way.
      if call["milestone"] == nil { clientCallDeadline = nil }
      if !isReplayed, call["loader"] != nil || call["mode"] != nil { endLending(to: .hiddenSplash) }
    }
    switch effect {
    case .none, .reply: break
    case .redraw: redraw()
    case .yield:
      model.endMode(at: Time(nanoseconds: time))
      landAsThemed(else: .unchanged, isWaiting: true, then: .yield)
    case .lend(let isLease):
      do throws(OutputError) {
        try lend(to: isLease ? .connection(client) : .untilResume)
      } catch {
        return (.noDisplay(error.text), .none)
      }
    case .resume:
      borrowers = []
      if !isEnding { cancelLanding() }
      do throws(OutputError) {
        try displays.resume()
        updateOutputs()
      } catch {
        return (.noDisplay(error.text), .none)
      }
    case .quit(let end): quit(end, at: time)
    }
    // A call without effect is not in the journal, and neither is `Quit` with `restart`: the successor would end too.
    let isKept = effect != .none && effect != .quit(.restart) && !(effect == .quit(.handover) && ignoresHandover)
    if isPersistent, isKept {
      if origin != .client { model.setOrigin(origin) }
      if !isReplayed { restartState.note(call, at: time, reader: reader, origin: origin) }
      if ScreenModel.replacesPersistentEntry(call) { callOrder.replacedPersistentEntry(number) }
    }
    return (reply, effect)
  }

  /// Reads the files that a call names in a worker process with the client's rights, and then performs the call.
  ///
  /// The client so sees no more than it could read itself, and a file that is slow or endless delays no frame.
  /// `replayed` is the call's entry in the journal if it is replayed; it is then performed at its time, else when its
  /// files are there. Returns the reply of a call that is refused at once; else `Server.finish` sends the reply.
  func performWithFiles(
    _ call: Call, _ peer: Peer, _ client: Int, replaying replayed: CallJournal.Entry? = nil
  ) -> Reply? {
    if fileBudget.isFull { return .tooLarge(limit: MemoryBudget.limit) }
    let isPersistent = ScreenModel.isPersistent(call, from: client, in: model.stack)
    let number = callOrder.next()
    let isStarted = workers.start(for: peer, counting: fileBudget) { [unowned(unsafe) self] in
      let request = FileBundleWriter()
      var trial = model.emptied(request.files(Files.load).restricted(to: peer))
      return request.bytes(prerender(call, in: &trial))
    } finish: { [unowned(unsafe) self] worker in
      if replayed == nil { clientCallDeadline = nil }
      // A lease ends with its connection.
      if !isPersistent, server?.process(of: client) == nil { return }
      if replayed == nil { replayJournal(waitingForFiles: false) }
      let reply: Reply
      if let worker {
        let result = FileBundle(worker.memory(limit: WorkerPool.resultLimit), fileBudget)
        let isOutdated = isPersistent && callOrder.isOutdated(number)
        if let refusal = result.refusal, replayed == nil || !isOutdated {
          reply = refusal
        } else if replayed == nil, !configuration.access.admits(peer) {
          reply = .notPermitted  // since a reload
        } else if isOutdated {
          reply = Reply([JSON.Member("id", .integer(0))])
        } else {
          let before = model.files
          model.files = result.files.restricted(to: peer)
          defer { model.files = before }
          reply =
            carryOut(
              call, from: client, at: replayed?.time ?? Clock.nanoseconds, reader: peer, number: number,
              isReplayed: replayed != nil
            ).reply
        }
      } else {
        reply = fileBudget.isFull ? .tooLarge(limit: MemoryBudget.limit) : .tooManyClients
      }
      guard let replayed else { return finish(client, call, by: peer, with: reply) }
      endReplay(of: replayed, reply)
      replayJournal()
    }
    if !isStarted { return .tooManyClients }
    if replayed == nil, let deadline = clientCallDeadline {
      clientCallDeadline = max(deadline, frameTimes.start + Daemon.fileTimeout)
    }
    return nil
  }

  /// Logs the parameters that the newest loader cannot use.
  func logProblems(ofClient isClient: Bool = false) {
    for problem in model.takeProblems() where !isClient || callLogLimits.parameters.admits(now: Clock.nanoseconds) {
      Daemon.log("\(problem.name): \(problem.reason); the standard one is shown")
    }
  }

  /// Performs a call on a copy of the screen model and draws a second of it on every output, so that its pictures are
  /// cached in the sizes in which they are shown. Runs in a worker process.
  private func prerender(_ call: Call, in trial: inout ScreenModel) -> Reply {
    let now = Clock.nanoseconds
    let (reply, _) = trial.answer(call, now: now, statusSnapshot)
    if reply.error == nil { draw(&trial, from: now, frames: 8, every: 125_000_000) }
    return reply
  }

  /// Draws frames of a model on every output, `interval` nanoseconds apart.
  func draw(_ trial: inout ScreenModel, from start: Int64, frames: Int, every interval: Int64) {
    for scheduler in outputSchedulers {
      let size = scheduler.output.description, context = Context(typesetter, scale: scale(of: size))
      for frame in 0..<frames {
        _ = trial.frame(at: start + Int64(frame) * interval, width: size.width, height: size.height, context)
      }
    }
  }

  /// Performs the calls of the predecessor's journal at their times, so that the picture continues at the same phase,
  /// and then continues the progress. A call whose files are read delays those after it, unless `waitingForFiles` is
  /// false.
  func replayJournal(waitingForFiles: Bool = true) {
    if restartState.isReplayed { return }
    while let entry = restartState.takeCall() {
      // Without the theme, as after loaderd-minimal, its loader has the built-in look.
      if entry.origin == .theme, model.theme != nil {
        model.setOrigin(.theme)
        showTheme(at: entry.time, fading: false, isReplayed: true)
      } else if let reader = entry.reader {
        if let refusal = performWithFiles(entry.call, reader, Client.ownCalls, replaying: entry) {
          endReplay(of: entry, refusal)
        } else if waitingForFiles {
          replayDeadline = replayDeadline ?? Clock.nanoseconds + 300_000_000
          return
        }
      } else {
        endReplay(of: entry, carryOut(entry.call, at: entry.time, origin: entry.origin, isReplayed: true).reply)
      }
    }
    guard var progress = restartState.takeProgress() else { return }
    if progress.isEstimate, historyStore == nil { progress.shown = nil }
    model.restore(progress, at: Clock.nanoseconds)
    redraw()
  }

  /// Forgets a replayed call that was refused: this loaderd may be another version, without the loader. Then the
  /// standard loader is shown.
  private func endReplay(of entry: CallJournal.Entry, _ reply: Reply) {
    if reply.error == nil { return }
    if reply["name"] == "font", entry.call["font"] != nil {
      Daemon.log("\(reply.sentence); the default font is used")
      var repeated = entry
      repeated.call = entry.call.without("font")
      // The journal keeps the font, which may come back.
      return restartState.replayAgain(repeated)
    }
    Daemon.log("\(reply.sentence); a call of the previous loaderd is not repeated")
    restartState.forget(entry)
    if entry.call["loader"] == nil || model.stack[0].loader != nil { return }
    if let defaultCall { _ = carryOut(defaultCall, at: entry.time) } else { showTheme(at: entry.time, fading: false) }
  }

  private func takeScreenshot(of name: Bytes?, _ call: Call, for client: Client) -> Server.Answer {
    guard let output = displays.outputs.first(where: { name == nil || $0.description.name == name }) else {
      if name == nil { return .reply(.noDisplay("there is no display")) }
      let known = displays.outputs.map { $0.description.name }.joined(by: ", ")
      return .reply(.invalidParameter("output", "no display \(quoted: name ?? ""); there are \(known)"))
    }
    let id = client.id, size = output.description
    let connection = client.hasDescriptors ? client.descriptor : nil, peer = client.peer
    // The worker's result is a PNG file, which does not begin with a small number; else 0 and why it cannot be
    // written, 1 if it was written, or 2 if it is too large for a reply.
    let isStarted = workers.start(for: peer, keeping: connection) {
      let frame = PNG.Frame(width: Int(size.width), height: Int(size.height), pixels: output.pixels)
      let png = PNG(frame, hasAlpha: false).bytes
      guard let connection else { return png.count > Daemon.screenshotLimit ? [2] : png }
      do throws(SystemError) {
        let message = try Socket.receive(upTo: 16384, from: connection)
        try message?.passed?.write(png, patience: 10_000)
        return [1]
      } catch {
        return [0] + (error.code == Errno.timedOut ? "the reader took nothing for 10 s" : error.reason).utf8
      }
    } finish: { [unowned(unsafe) self] worker in
      let bytes = worker?.result(limit: WorkerPool.resultLimit) ?? []
      var members = [
        JSON.Member("width", .integer(Int(size.width))), JSON.Member("height", .integer(Int(size.height))),
      ]
      let reply: Reply
      switch bytes.first {
      case nil: reply = .invalidParameter("output", "the picture could not be written within 60 s")
      case 0?: reply = .invalidParameter("output", "cannot be written: " + Bytes(bytes[1...]))
      case 2?: reply = .tooLarge(limit: Daemon.screenshotLimit)
      default:
        if connection == nil { members.append(JSON.Member("png", .string(Base64.text(bytes)))) }
        reply = Reply(members)
      }
      finish(id, call, by: peer, with: reply)
    }
    return isStarted ? .later : .reply(.tooManyClients)
  }

  /// Bytes of a PNG file that fit into a reply in Base64; a larger one needs a file descriptor.
  private static var screenshotLimit: Int { 180 * 1024 }

  /// When clients of `Monitor` receive the next state; nil without such clients.
  var monitorDeadline: Int64? {
    guard let server, server.hasMonitors else { return nil }
    return monitorSchedule.deadline(model.generation)
  }

  func notifyMonitors(_ now: Int64) {
    guard let deadline = monitorDeadline, deadline <= now else { return }
    monitorSchedule.wasSent(model.generation, now: now)
    server?.notifyMonitors(stateReply)
  }

  var stateReply: Reply { model.state(statusSnapshot, at: Time(nanoseconds: Clock.nanoseconds)) }

  /// Whether `Quit` with `handover` has no effect.
  private var ignoresHandover: Bool { configuration.handover.until == .quit }

  /// Ends the daemon, at once or later. `time` is when the call came, in nanoseconds.
  func quit(_ end: QuitKind, at time: Int64) {
    if end == .handover, ignoresHandover { return }
    if end != .restart { model.endMode(at: Time(nanoseconds: time)) }  // else the mode goes on in the successor
    switch end {
    case .handover:
      eventRecorder.note("handover")
      return startHandoverWait()
    case .restart: return awaitSuccessor()
    case .now, .retain: break
    }
    eventRecorder.endReason = "quit"
    if end == .retain, displays.hasPictures {
      landAsThemed(else: .unchanged, isWaiting: true, then: .retain)
    } else {
      handoverWait = nil
      fadeOut(then: .stop)
    }
  }

  /// Lets the service manager start a successor, and draws until that has taken over.
  func awaitSuccessor() {
    if successorDeadline != nil { return }
    isRestarting = true
    if waitsForFiles(at: Clock.nanoseconds) { return }
    inputs.close()  // before the process ends that systemd waits for
    guard successorListener != nil, (try? ServiceManager.detach()) != nil else {
      end = .leavingState
      restartState.save()
      return loop.stop()
    }
    watchdog.stop()
    compatibility?.reclaim()  // its file names this process
    // A signalfd receives the signals of the process that made it.
    if let signals = try? Signals() { watch(signals) }
    displays.claimTerminalSignals()
    successorDeadline = Clock.nanoseconds + 10_000_000_000
  }

  /// Ends the daemon later, when the next picture is there.
  private func startHandoverWait() {
    if handoverWait != nil { return }
    promptWatch.follow(displays.terminalNumber)
    // Nothing else can come on a headless output. Before the first frame there is no picture on any.
    guard
      promptWatch.isWatching || displays.hasPictures || displays.isNested || !displays.ownsDisplay
        || !frameTimes.hasFirst
    else {
      return loop.stop()
    }
    handoverWait = HandoverWait(configuration.handover.until, in: model.mode, now: Clock.nanoseconds)
  }

  var statusSnapshot: StatusSnapshot {
    StatusSnapshot(
      outputs: displays.outputs, screenScale: configuration.scale, time: frameTimes.newest,
      first: frameTimes.secondsToFirst,
      isYielded: displays.session.isReleased || displays.session.isLent || afterLanding?.action == .yield,
      missingGlyphs: typesetter.missing,
      isUnshaped: typesetter.isUnshaped, isCancellable: keyWaits.isCancellable,
      process: { [unowned(unsafe) self] client in server?.process(of: client) })
  }
}
