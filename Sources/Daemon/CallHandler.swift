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

/// Answers the calls of clients and does what follows from them.
extension Daemon {
  func answer(_ call: Call, of client: Client) -> Server.Answer {
    if let reply = service.reply(to: call) { return .reply(reply) }
    if configuration.access.logs(call) {
      Daemon.say("\(call.method.split(at: UInt8(ascii: ".")).last ?? "") by \(client.peer.text)")
    }
    if let method = Method.of(call), !method.mayCall(call, client.peer) { return .reply(.notPermitted) }
    // What never changes is long, and asked for again and again by whoever means no good.
    if call.method == Interface.prefix + "ListLoaders", call.parameters.isEmpty {
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
    case (let reply, .reload):
      if reply.error != nil { return .reply(reply) }
      reload { [unowned(unsafe) self, id = client.id] problems in
        server?.finish(id, with: Reply([JSON.Member("problems", .array(problems.map { .string($0) }))]))
      }
      return .later
    case (let reply, .wait): return reply.error == nil ? wait(call, client) : .reply(reply)
    case (let reply, _): return .reply(reply)
    }
  }

  /// Answers a call of the screen's interface and does what follows from it.
  @discardableResult
  func perform(
    _ call: Call, from client: Int = 0, at time: Int64, reader: Peer? = nil, sequence: Int? = nil
  ) -> (reply: Reply, effect: ScreenModel.Effect) {
    let isLasting = session.isLasting(call, from: client)
    let (reply, effect) = session.answer(call, from: client, now: time, observation)
    tellComplaints()
    if reply.error != nil { return (reply, .none) }
    switch effect {
    case .none, .monitor, .screenshot, .wait, .reload: break
    case .redraw: redraw()
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
    if isLasting {
      restartState.note(call, at: time, reader: reader)
      if session.replacesWhatStays(call) { lastingSequence = sequence ?? nextSequence() }
    }
    return (reply, effect)
  }

  /// Files that a client names are read with its rights, by another process: it sees no more than it could anyway, and
  /// a file that is slow to read, or never ends, costs no frame. Nil where that has begun, else what the client is told.
  func read(for call: Call, _ peer: Peer, _ client: Int, at time: Int64?) -> Reply? {
    if account.isFull { return .tooLarge(limit: FileReadResult.Account.limit) }
    if account.isFullInFlight { return .tooManyClients }
    let isLasting = session.isLasting(call, from: client)
    let sequence = nextSequence()
    let isBegun = workers.start(for: peer) { [session] in
      let reading = FileReadRequest()
      do throws(SystemError) { try peer.assumeCredentials() } catch {
        reading.refuse(error.reason)
        return reading.bytes(nil)
      }
      var trial = session.bare(reading.files(Daemon.load).restricted(to: peer))
      return reading.bytes(prerender(call, in: &trial))
    } finish: { [unowned(unsafe) self] worker in
      account.endRead()
      // What was to be there as long as its connection is not any more.
      if !isLasting, server?.process(of: client) == nil { return }
      let read = FileReadResult(worker.memory(limit: WorkerPool.size), account), before = session.files
      if let refusal = read.refusal {
        server?.finish(client, with: refusal)
        return
      }
      // Something newer is there: it has replaced this one.
      if isLasting, lastingSequence > sequence {
        server?.finish(client, with: Reply([JSON.Member("id", .integer(0))]))
        return
      }
      session.files = read.files.restricted(to: peer)
      let (reply, _) = perform(call, from: client, at: time ?? Clock.nanoseconds, reader: peer, sequence: sequence)
      session.files = before
      server?.finish(client, with: reply)
    }
    if isBegun { account.beginRead() }
    return isBegun ? nil : .tooManyClients
  }

  func nextSequence() -> Int {
    sequence += 1
    return sequence
  }

  /// Says what could not be used of what is shown.
  func tellComplaints() {
    for complaint in session.takeComplaints() {
      Daemon.say("\(complaint.name): \(complaint.reason); the standard one is shown")
    }
  }

  /// Does what a call asks for as it will be done, and draws it at a few moments: pictures have then the sizes that they need.
  func prerender(_ call: Call, in trial: inout ScreenModel) -> Reply {
    let now = Clock.nanoseconds
    let (reply, _) = trial.answer(call, now: now, observation)
    for view in outputSchedulers where reply.error == nil {
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
  func replay(_ entry: CallJournal.Entry) {
    if entry.isThemed, session.hasThemeLoader { return showTheme(at: entry.time, fading: false) }
    guard let reader = entry.reader else {
      perform(entry.call, at: entry.time)
      return
    }
    if read(for: entry.call, reader, 0, at: entry.time) == nil { patience = Clock.nanoseconds + 300_000_000 }
  }

  func takeScreenshot(of name: Bytes?, for client: Client) -> Server.Answer {
    guard let output = displays.outputs.first(where: { name == nil || $0.description.name == name }) else {
      let known = displays.outputs.map { $0.description.name }.joined(by: ", ")
      return .reply(
        name == nil ? .noDisplay("no display to picture") : .invalidParameter("output", "there are \(known)"))
    }
    let id = client.id, size = output.description
    let file = client.takePassed()
    let isStarted = workers.start(for: client.peer) {
      let frame = PNG.Frame(width: Int(size.width), height: Int(size.height), pixels: output.pixels)
      let png = PNG(frame, hasAlpha: false).bytes
      guard let file else { return png }
      do throws(SystemError) {
        try file.write(png)
        return [1]
      } catch {
        return []
      }
    } finish: { [unowned(unsafe) self] worker in
      let bytes = worker.result(limit: WorkerPool.size)
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
  static var pictureLimit: Int { 180 * 1024 }

  /// When the monitors are to hear something again: what changed at once, figures once a second.
  func nextNews(_ now: Int64) -> Int64? {
    guard let server, server.hasMonitors else { return nil }
    return toldAt + (session.generation != toldGeneration ? 50_000_000 : 1_000_000_000)
  }

  func tellMonitors(_ now: Int64) {
    guard let due = nextNews(now), due <= now else { return }
    (toldGeneration, toldAt) = (session.generation, now)
    server?.tell(news)
  }

  var news: Reply { Reply(session.state(observation, at: Time(nanoseconds: Clock.nanoseconds))) }

  func quit(retains: Bool) {
    session.endCourse(at: Time(nanoseconds: Clock.nanoseconds))
    guard retains, displays.hasPictures else { return loop.stop() }
    // The picture lasts as long as somebody has the card open: until another program's picture is there, that is us.
    displays.retain()
    server?.close()
    doors?.close()
    if let ownSocket { File.remove(ownSocket) }
    nextLook = Clock.nanoseconds
  }

  var observation: StatusSnapshot {
    StatusSnapshot(
      outputs: displays.outputs, scale: session.scale ?? configuration.scale, time: frameTime, first: firstFrame,
      isYielded: displays.session.isReleased, missingGlyphs: typesetter.missing, isUnshaped: typesetter.isUnshaped,
      isCancellable: waits.contains { $0.isForCancelling },
      process: { [unowned(unsafe) self] client in server?.process(of: client) })
  }
}
