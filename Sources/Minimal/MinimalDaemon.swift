import Baked
import DaemonCore
import Display
import ScreenAPI
import Support
import System
import Varlink

/// A daemon that shows a baked file, until loaderd takes over from it. It has no fonts, reads no pictures and knows no
/// compositors. Calls that it cannot show are kept for loaderd, or refused.
///
/// Its extensions are MinimalFrames (deadlines and frames) and MinimalCalls (calls of clients).
public final class MinimalDaemon {
  let loop: EventLoop
  let timer: Timer
  private let signals: Signals
  private let serviceManager: ServiceManager
  var watchdog: Watchdog
  let displays: Displays
  var outputSchedulers: [OutputScheduler] = []
  var screen: MinimalScreen
  var server: Server?
  var successorListener: SuccessorListener?
  var rootDirectory: RootDirectory?
  let options: MinimalOptions
  private let sockets: [FileDescriptor]
  var journal: MinimalJournal
  let eventRecorder: EventRecorder
  var frameTimes = FrameTimes()
  var hasSuccessor = false

  /// Runs the daemon until it ends, and returns the exit status: 0, or 1 after an error that was logged.
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

  /// Ends the daemon at a socket, and waits for its reply. Returns the exit status, 1 if none answers or it refuses.
  private static func end(at path: Bytes) -> Int32 {
    do throws(SystemError) {
      let connection = try Socket.connected(to: path)
      try connection.write(Call(screen: "Quit").text.utf8 + [0])
      let isAnswered = connection.awaitBytes(until: Clock.nanoseconds + 1_000_000_000)
      let text = isAnswered ? try connection.read(upTo: 4096) ?? [] : []
      guard let reply = try? Reply(Bytes(text.prefix { $0 != 0 })) else {
        log("\(path): no reply")
        return 1
      }
      if let error = reply.error { log("\(path): the daemon refuses: \(error)") }
      return reply.error == nil ? 0 : 1
    } catch {
      log("\(path): \(error.text)")
      return 1
    }
  }

  static func log(_ line: Bytes) { StandardStreams.log("loaderd-minimal: \(line)") }

  private init(_ options: MinimalOptions) throws(OutputError) {
    self.options = options
    Priority.raise()
    Signals.handleBusErrors()
    serviceManager = ServiceManager()
    watchdog = Watchdog(serviceManager)
    rootDirectory = options.isInitramfs ? try? RootDirectory() : nil  // fails where /run is missing
    screen = MinimalScreen(MinimalDaemon.open(options.file), mode: options.mode, start: frameTimes.start)
    let boot = Clock.boot
    journal = MinimalJournal(mode: options.mode, showing: screen.call, at: frameTimes.start, boot: boot)
    eventRecorder = EventRecorder(beside: options.socket, start: frameTimes.start, boot: boot)
    do throws(SystemError) {
      loop = try EventLoop()
      timer = try Timer()
      signals = try Signals()
    } catch {
      throw OutputError(error)
    }
    sockets = serviceManager.sockets.isEmpty ? try MinimalDaemon.listening(at: options.socket) : serviceManager.sockets
    // The mark of a loaderd that has ended on request would be taken for ours.
    File.remove(SocketCompanion.ended.path(beside: options.socket))
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
      throw OutputError(error)
    }
    successorListener = SuccessorListener(beside: options.socket, inherited: nil, loop) { [unowned(unsafe) self] in
      passDisplay(to: $0)
    }
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

  /// Our own socket; none if it cannot be made: the picture is shown without it. Throws if another daemon answers
  /// there, whose socket for a successor would be replaced.
  private static func listening(at path: Bytes) throws(OutputError) -> [FileDescriptor] {
    do throws(SystemError) {
      return [try Socket.listening(at: path)]
    } catch {
      if error.code == Errno.addressInUse {
        throw OutputError("\(path): another loaderd answers there; use --socket for another one", error)
      }
      log("\(path): \(error.text); no client can connect")
      return []
    }
  }

  private func run() throws(OutputError) -> Int32 {
    updateOutputs()
    do throws(SystemError) {
      try loop.run { dispatch(now: Clock.nanoseconds) }
    } catch {
      throw OutputError(error)
    }
    serviceManager.notify("STOPPING=1")
    if hasSuccessor { eventRecorder.endReason = EventRecorder.handedOver }
    eventRecorder.finish(displays, mode: screen.mode)
    if hasSuccessor { return 0 }
    successorListener?.close()
    if serviceManager.sockets.isEmpty, !sockets.isEmpty { File.remove(options.socket) }
    return 0
  }

  private func handle(_ signal: Signals.Signal?) {
    switch signal {
    case .releaseTerminal?: displays.releaseTerminal()
    case .terminalActivated?: displays.acquireTerminal()
    case .end?, .restart?:
      eventRecorder.endReason = "signal"
      loop.stop()
    case .reload?, nil: break
    }
  }

  /// Passes the display, the sockets and the calls to loaderd, which is at the other end of `connection`, and draws
  /// until it has its first picture. If it ends before, this process goes on.
  private func passDisplay(to connection: FileDescriptor) {
    guard let successorListener else { return }
    server?.answerReadCalls()
    let sockets = sockets.map { (name: "varlink", descriptor: $0) } + (server?.newConnections ?? [])
    hasSuccessor = successorListener.offer(
      displays, sockets, journal.text(displays), eventRecorder, to: connection
    ) { [unowned(unsafe) self] in
      drawDueFrames(Clock.nanoseconds)
    } keepAlive: {
      watchdog.dispatch(now: Clock.nanoseconds)
    }
    if hasSuccessor { return loop.stop() }
    MinimalDaemon.log("the successor has shown no picture; loaderd-minimal goes on")
    redraw()
  }
}
