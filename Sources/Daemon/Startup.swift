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

/// From the program's start to its end.
extension Daemon {
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
  var isHopeless: Bool {
    isOnce && !displays.isPending && firstFrame == nil && !displays.outputs.contains { $0.earliest(now: 0) != nil }
  }
  static var noDisplay: Bytes { "no display: connect one, or use --output headless" }

  /// Is the process that reads keyboards and touch screens.
  static func read(_ way: Bytes) -> Int32 {
    do throws(SystemError) {
      try InputReader(to: FileDescriptor.standardOutput).run(backend: way)
      return 0
    } catch {
      say("input: \(error.text)")
      return 1
    }
  }

  /// One line, whoever's words are in it: none of them passes for another line of ours.
  static func say(_ line: Bytes) {
    StandardStreams.error("loaderd: " + Bytes(line.utf8.map { $0 == 0x0A ? 0x20 : $0 }))
  }

  static func memory(_ options: Options, _ configuration: Configuration) -> HistoryStore? {
    HistoryStore(configuration.history ?? (options.isOwnSocket ? nil : HistoryStore.standard), beside: options.socket)
  }

  static func show(_ name: Bytes, _ text: Bytes) -> Call {
    Call(screen: "Show", JSON.Member("loader", .string(name)), JSON.Member("text", .string(text)))
  }

  /// The sockets of the service manager, else our own. Without any the picture is still shown.
  static func sockets(_ manager: ServiceManager, _ options: Options) throws(OutputError) -> [FileDescriptor] {
    if !manager.sockets.isEmpty { return manager.sockets }
    do throws(SystemError) {
      if let slash = options.socket.utf8.lastIndex(of: 0x2F), slash > 0 {
        try File.makeDirectory(Bytes(options.socket.utf8[..<slash]))
      }
      return [try Socket.listening(at: options.socket)]
    } catch {
      if error.code == Errno.addressInUse {
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

  func run() throws(OutputError) {
    do throws(SystemError) {
      _ = try loop.watch(signals.descriptor) { [unowned(unsafe) self] _ in take(signals.next()) }
      _ = try loop.watch(timer.descriptor) { [unowned(unsafe) self] _ in timer.acknowledge() }
      try loop.run { dispatch() }
    } catch {
      throw OutputError(error.text, error)
    }
    manager.notify("STOPPING=1")
    memory?.leave(session.leaveExperience())
    if status == RestartState.status { displays.retain() }
    if status == 0 { restartState.end() }
    if let ownSocket { File.remove(ownSocket) }
    doors?.close()
  }

  func take(_ signal: Signals.Signal?) {
    switch signal {
    case .releaseTerminal?: displays.releaseTerminal()
    case .terminalActivated?: displays.acquireTerminal()
    case .reload?: reload { _ in }
    case .end?:
      // At the end of an initramfs the picture is the next loaderd's, whom the manager starts for this status.
      if manager.isInitial {
        status = RestartState.status
        restartState.save()
      }
      loop.stop()
    case nil: break
    }
  }
}
