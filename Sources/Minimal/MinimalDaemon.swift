import Baked
import Daemon
import Display
import Raster
import ScreenAPI
import Support
import System
import Varlink

/// A daemon that shows a baked file, until loaderd takes over from it. It has no fonts, reads no pictures and knows no
/// compositors. Calls that it cannot show are kept for loaderd, or refused.
public final class MinimalDaemon {
  private let loop: EventLoop
  private let timer: Timer
  private let signals: Signals
  private let serviceManager: ServiceManager
  private var watchdog: Watchdog
  private let displays: Displays
  private var outputs: [(output: any Output, next: Int64?, failure: Bytes)] = []
  private var screen: MinimalScreen
  private var server: Server?
  private var handover: Handover?
  private var rootDirectory: RootDirectory?
  private var nextRootCheck: Int64 = 0
  private let options: MinimalOptions
  private let sockets: [FileDescriptor]
  private var journal: MinimalJournal
  private let eventLog: EventLog
  private let start = Clock.nanoseconds
  /// Seconds from the start to the first frame; nil before it.
  private var first: Double?
  /// When to look whether another program's picture has replaced ours, before the end; nil before that.
  private var nextReplacementCheck: Int64?
  private var hasSuccessor = false
  private var exitStatus: Int32 = 0

  /// Runs the daemon until it ends, and returns the exit status: 0, 1 after an error that was logged, or 75 if a successor
  /// is wanted.
  public static func run(_ options: MinimalOptions) -> Int32 {
    if options.isQuitting { return end(at: options.socket) }
    do throws(OutputError) {
      let daemon = try MinimalDaemon(options)
      return try daemon.run()
    } catch {
      log(error.text)
      return 1
    }
  }

  /// Ends the daemon at a socket, and waits for its reply. Returns the exit status, 1 if none answers.
  private static func end(at path: Bytes) -> Int32 {
    do throws(SystemError) {
      let connection = try Socket.connected(to: path)
      try connection.write(Call(screen: "Quit").text.utf8 + [0])
      return connection.awaitBytes(until: Clock.nanoseconds + 1_000_000_000) ? 0 : 1
    } catch {
      log("\(path): \(error.text)")
      return 1
    }
  }

  private static func log(_ line: Bytes) { StandardStreams.log("loaderd-minimal: \(line.singleLine)") }

  private init(_ options: MinimalOptions) throws(OutputError) {
    self.options = options
    Priority.raise()
    Signals.handleBusErrors()
    serviceManager = ServiceManager()
    watchdog = Watchdog(serviceManager)
    rootDirectory = options.isInitramfs ? try? RootDirectory() : nil  // fails where /run is missing
    screen = MinimalScreen(MinimalDaemon.open(options.file), mode: options.mode, start: start)
    let boot = Clock.boot
    journal = MinimalJournal(mode: options.mode, showing: screen.call, at: start, boot: boot)
    eventLog = EventLog(beside: options.socket, start: start, boot: boot)
    do throws(SystemError) {
      loop = try EventLoop()
      timer = try Timer()
      signals = try Signals()
    } catch {
      throw OutputError(error.text, error)
    }
    sockets = serviceManager.sockets.isEmpty ? MinimalDaemon.listening(at: options.socket) : serviceManager.sockets
    serviceManager.notify("READY=1")
    displays = try Displays(
      withoutCompositors: options.output, OutputConfiguration(), loop, log: MinimalDaemon.log)
    let server = Server(loop) { [unowned(unsafe) self] call in answer(call) }
    self.server = server
    do throws(SystemError) {
      for socket in sockets { try server.listen(on: socket) }
      _ = try loop.watch(signals.descriptor) { [unowned(unsafe) self] _ in handle(signals.next()) }
      _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
    } catch {
      throw OutputError(error.text, error)
    }
    handover = Handover(beside: options.socket, inherited: nil, loop) { [unowned(unsafe) self] in handOver(to: $0) }
  }

  /// The baked file; nil, and a line in the log, if it cannot be used.
  private static func open(_ path: Bytes) -> BakedFile? {
    do throws(SystemError) {
      let mapping = try Mapping(reading: path)
      if let file = BakedFile(mapping.bytes, of: mapping) { return file }
      log("\(path): damaged, or of another version; bake it again with loaderctl bake")
    } catch {
      log("\(path): \(error.text); make it with loaderctl bake")
    }
    return nil
  }

  /// Our own socket; none if it cannot be made: the picture is shown without it.
  private static func listening(at path: Bytes) -> [FileDescriptor] {
    do throws(SystemError) {
      if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > 0 {
        try File.makeDirectory(Bytes(path.utf8[..<slash]))
      }
      return [try Socket.listening(at: path)]
    } catch {
      log("\(path): \(error.text); no client can connect")
      return []
    }
  }

  private func run() throws(OutputError) -> Int32 {
    updateOutputs()
    do throws(SystemError) {
      try loop.run { dispatch(now: Clock.nanoseconds) }
    } catch {
      throw OutputError(error.text, error)
    }
    serviceManager.notify("STOPPING=1")
    if hasSuccessor { eventLog.endReason = EventLog.handedOver }
    eventLog.finish(displays, mode: screen.mode)
    if hasSuccessor { return 0 }
    if exitStatus != 0 { displays.retain() }
    handover?.close()
    if serviceManager.sockets.isEmpty, !sockets.isEmpty { File.remove(options.socket) }
    return exitStatus
  }

  private func handle(_ signal: Signals.Signal?) {
    switch signal {
    case .releaseTerminal?: displays.releaseTerminal()
    case .terminalActivated?: displays.acquireTerminal()
    case .end?, .restart?:
      eventLog.endReason = "signal"
      loop.stop()
    case .reload?, nil: break
    }
  }

  // MARK: Frames

  private func updateOutputs() {
    outputs = displays.outputs.map { ($0, 0, "") }
    eventLog.hasNewDevices = true
  }

  private func redraw() { for index in outputs.indices { outputs[index].next = 0 } }

  private func dispatch(now: Int64) {
    if displays.dispatch(now: now) { updateOutputs() }
    draw(now)
    server?.dispatch(now: now)
    if options.isOnce, first != nil { loop.stop() }
    watchdog.dispatch(now: now)
    if let rootDirectory, nextRootCheck <= now {
      nextRootCheck = now + 250_000_000
      if rootDirectory.follow() { self.rootDirectory = nil }
    }
    if let check = nextReplacementCheck, check <= now {
      nextReplacementCheck = now + 50_000_000
      if displays.isReplaced {
        eventLog.endReason = EventLog.replaced
        loop.stop()
      }
    }
    if !hasSuccessor { eventLog.dispatch(now: now, displays, mode: screen.mode) }
    var earliest = EarliestDeadline()
    for index in outputs.indices { earliest.add(deadline(index, now)) }
    earliest.add(displays.wakeUp)
    earliest.add(server?.deadline)
    earliest.add(watchdog.deadline)
    earliest.add(nextReplacementCheck)
    earliest.add(eventLog.deadline)
    if rootDirectory != nil { earliest.add(nextRootCheck) }
    timer.set(earliest.time)
  }

  /// When the next frame of an output is drawn; nil if none is wanted, or if it cannot be drawn on.
  private func deadline(_ index: Int, _ now: Int64) -> Int64? {
    guard let next = outputs[index].next, let earliest = outputs[index].output.earliest(now: now) else { return nil }
    return max(next, earliest)
  }

  /// Draws the frames that are due.
  private func draw(_ now: Int64) {
    for index in outputs.indices where deadline(index, now) ?? .max <= now {
      let output = outputs[index].output, size = output.description, clock = output.frameClock
      let target = options.isOnce ? start : clock.target(now: now)
      let frame = screen.frame(at: target, width: size.width, height: size.height, rotation: size.rotation)
      let drawOps = size.role == .blank ? [] : frame.drawOps
      do throws(OutputError) {
        let result = try output.present(drawOps, over: size.role == .blank ? .black : frame.background, now: now)
        outputs[index].failure = ""
        if result == .outdated {
          outputs[index].next = now + 8_000_000
          continue
        }
        if first == nil { first = Double(Clock.nanoseconds - start) / 1e9 }
        let soonest = result == .shown ? 0 : now + clock.period
        outputs[index].next = frame.next.map { max(soonest, output.frameClock.start(for: $0)) }
        if outputs[index].next ?? .max > now + 2 * clock.period { output.rest() }
      } catch {
        if outputs[index].failure != error.text { MinimalDaemon.log(error.text) }
        outputs[index].failure = error.text
        outputs[index].next = now + clock.period
      }
    }
  }

  // MARK: Calls

  private func answer(_ call: Call) -> Reply {
    let now = Clock.nanoseconds
    do throws(Reply) {
      switch call.method.hasPrefix(MinimalDaemon.interface) ? call.method.dropFirst(MinimalDaemon.interface.count) : ""
      {
      case "GetState": return Reply(state)
      case "GetTimeline": return Reply(eventLog.members)
      case "SetMode":
        let mode = try call.name("mode")
        guard MinimalDaemon.modes.contains(mode) else { throw .invalidParameter("mode", "'\(mode)' is not a mode") }
        screen.mode = mode
        screen.hasFailed = false
      case "SetProgress":
        if let value = call["value"] {
          guard let number = value.number, (0...1).contains(number) else {
            throw .invalidParameter("value", "not a number from 0 to 1")
          }
          screen.setProgress(number, now: now)
        } else if !["alive", "milestone", "phase", "task", "label", "estimate"].contains(where: { call[$0] != nil }) {
          screen.setProgress(nil, now: now)
        }
      case "ReportFailure": screen.hasFailed = true
      case "SetStatus", "SetMessage": break  // for loaderd, which takes over
      case "Yield":
        displays.yield()
        return Reply()
      case "Resume":
        do throws(OutputError) {
          try displays.resume()
          updateOutputs()
        } catch {
          throw .noDisplay(error.text)
        }
        return Reply()
      case "Quit":
        quit(keepsPicture: call["retain"] == .bool(true) || call["handover"] == .bool(true))
        return Reply()
      default:
        if call.method.hasPrefix(MinimalDaemon.interface) {
          throw Reply(error: "org.varlink.service.MethodNotImplemented", [JSON.Member("method", .string(call.method))])
        }
        throw VarlinkService.methodNotFound(call.method)
      }
      journal.note(call, at: now)
      redraw()
      return Reply()
    } catch {
      return error
    }
  }

  private static var interface: Bytes { "io.loaderd.Screen." }
  private static var modes: [Bytes] { ["boot", "shutdown", "reboot", "update", "firmware", "reset"] }

  private func quit(keepsPicture: Bool) {
    eventLog.endReason = "quit"
    guard keepsPicture, displays.hasPictures else { return loop.stop() }
    displays.retain()
    nextReplacementCheck = Clock.nanoseconds
  }

  /// The reply to `GetState`. What this program cannot know is empty.
  private var state: [JSON.Member] {
    let statistics = outputs.first?.output.frameClock.statistics
    let frame: JSON = [
      "time": .number(Double((Clock.nanoseconds - start) / 1_000_000) / 1000),
      "shown": .integer(statistics?.shown ?? 0), "skipped": .integer(statistics?.skipped ?? 0),
      "late": .integer(statistics?.late ?? 0), "first": first.map { .number($0) } ?? .null,
      "flush": .number(Double((statistics?.flush ?? 0) / 1000) / 1e6), "refreshes": .integer(1),
    ]
    let nothing: [StaticString] = ["loader", "text", "left", "part", "parts", "milestone", "output"]
    return nothing.map { JSON.Member(Bytes($0), .null) } + [
      JSON.Member("status", ""), JSON.Member("message", ""), JSON.Member("title", ""), JSON.Member("subtitle", ""),
      JSON.Member("progress", screen.progress.map { .number($0) } ?? .null),
      JSON.Member("mode", .string(screen.mode)), JSON.Member("tasks", .array([])), JSON.Member("shown", .array([])),
      JSON.Member("failure", screen.hasFailed ? "" : .null), JSON.Member("console", .bool(false)),
      JSON.Member("cancellable", .bool(false)), JSON.Member("yielded", .bool(displays.session.isReleased)),
      JSON.Member("missing_glyphs", .integer(0)), JSON.Member("unshaped", .bool(false)), JSON.Member("frame", frame),
    ]
  }

  // MARK: The successor

  /// Passes the display, the sockets and the calls to loaderd, which is at the other end of `connection`, and draws until it
  /// has its first picture. If it ends before, this process goes on.
  private func handOver(to connection: FileDescriptor) {
    let devices = displays.retainedDevices
    guard let handover,
      let journal = try? FileDescriptor(
        memory: journal.text(isReleased: displays.session.isReleased, devices.flatMap { $0.framebuffers }).utf8)
    else { return }
    eventLog.noteHandover(of: devices)
    displays.setLocked(false)
    hasSuccessor = Handover.pass(
      [("journal", journal), ("handover", handover.socket)] + sockets.map { (name: "varlink", descriptor: $0) }
        + devices.map { (name: "drm-" + ($0.path.split(at: UInt8(ascii: "/")).last ?? ""), descriptor: $0.descriptor) },
      to: connection,
      drawing: displays.isActive
        ? (
          draw: { [self] in
            displays.readEvents()
            draw(Clock.nanoseconds)
          }, settle: { [self] in displays.awaitFrames() }
        ) : nil
    ) {
      watchdog.dispatch(now: Clock.nanoseconds)
    }
    if hasSuccessor {
      displays.leaveToSuccessor()
      loop.stop()
    } else {
      MinimalDaemon.log("the successor ended before its first picture; loaderd-minimal goes on")
      eventLog.note("resume")
      displays.setLocked(true)
      redraw()
    }
  }
}

extension Call {
  /// A member that must be text.
  fileprivate func name(_ member: StaticString) throws(Reply) -> Bytes {
    guard let text = self[member]?.string else { throw .invalidParameter(Bytes(member), "missing, or not text") }
    return text
  }
}
