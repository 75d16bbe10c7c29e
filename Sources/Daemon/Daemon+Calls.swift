import DaemonCore
import Display
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
  func finish(_ id: Int, _ call: Call, by peer: Peer, with reply: Reply) {
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
  func carryOut(
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

  /// Logs the parameters that the newest loader cannot use.
  func logProblems(ofClient isClient: Bool = false) {
    for problem in model.takeProblems() where !isClient || callLogLimits.parameters.admits(now: Clock.nanoseconds) {
      Daemon.log("\(problem.name): \(problem.reason); the standard one is shown")
    }
  }

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

  var statusSnapshot: StatusSnapshot {
    StatusSnapshot(
      outputs: displays.outputs, screenScale: configuration.scale, time: frameTimes.newest,
      secondsToFirst: frameTimes.secondsToFirst,
      isYielded: displays.session.isReleased || displays.session.isLent || afterLanding?.action == .yield,
      missingGlyphs: typesetter.missing,
      isUnshaped: typesetter.isUnshaped, isCancellable: keyWaits.isCancellable,
      process: { [unowned(unsafe) self] client in server?.process(of: client) })
  }
}
