import DaemonCore
import Display
import Input
import Loaders
import ScreenAPI
import Settings
import Support
import System
import Varlink

/// The process from its start to its end.
extension Daemon {
  /// Runs the daemon until it ends, and returns the exit status: 0, 1 after an error that was logged, 2 for `--fsck`
  /// without a socket, or `RestartState.exitStatus`.
  public static func run(_ options: Options) -> Int32 {
    if let folders = options.writableFolders { restrictWriting(to: folders) }
    switch options.processKind {
    case .daemon: return runDaemon(options)
    case .keepHistory:
      historyStore(options, Configuration(file: options.configuration))?.makePersistent()
      return 0
    case .relayChecks: return relayChecks()
    case .readInput(let backend): return readInput(backend)
    }
  }

  private static func runDaemon(_ options: Options) -> Int32 {
    Heap.mapLargeMemory()
    do throws(OutputError) {
      let daemon = try Daemon(options)
      try daemon.run()
      return daemon.end.exitStatus
    } catch {
      log(error.text)
      return 1
    }
  }

  /// A kernel without Landlock costs a line in the log.
  private static func restrictWriting(to folders: [Bytes]) {
    do throws(SystemError) {
      try Landlock.allowChanges(in: folders)
    } catch {
      log("--writable has no effect: \(error.text); enable CONFIG_SECURITY_LANDLOCK in the kernel")
    }
  }

  /// Whether `--once` cannot show its frame because there is no display.
  var hasNoUsableDisplay: Bool {
    isOnce && !displays.isPending && !frameTimes.hasFirst && !displays.outputs.contains { $0.earliest(now: 0) != nil }
  }
  static var noDisplay: Bytes { "no display: connect one, or use --output headless" }

  /// Relays the progress of file system checks from the socket of the service manager.
  private static func relayChecks() -> Int32 {
    do throws(SystemError) {
      guard let listener = ServiceManager().sockets.first else {
        log("--fsck: needs a socket of the service manager; start loaderd-fsck.socket")
        return 2
      }
      try FsckRelay(listener).run()
      return 0
    } catch {
      log("fsck: \(error.text)")
      return 1
    }
  }

  /// Runs the input helper, which writes events of keyboards and touch screens to standard output.
  private static func readInput(_ backend: Bytes) -> Int32 {
    WorkerProcess.setName("loader-input")
    do throws(SystemError) {
      try InputReader(to: FileDescriptor.standardOutput).run(backend: backend)
      return 0
    } catch {
      log("input: \(error.text)")
      return 1
    }
  }

  /// Writes a line to standard error. Newlines in it become spaces, so that text of a client cannot pass for a line of
  /// ours.
  static func log(_ line: Bytes) { StandardStreams.log("loaderd: \(line)") }

  /// The store of the configured folder; nil if durations are not kept. A daemon with a socket of its own leaves the
  /// standard folder to the machine's.
  static func historyStore(_ options: Options, _ configuration: Configuration) -> HistoryStore? {
    let isOthers = options.isOwnSocket && configuration.startup.history == nil
    return HistoryStore(isOthers ? nil : configuration.startup.historyFile, beside: options.socket)
  }

  /// The call that shows a loader, with its standard text if `text` is nil.
  static func showCall(_ name: Bytes, text: Bytes? = nil) -> Call {
    let text = text ?? Catalog.entry(named: name)?.standardText ?? ""
    return Call(screen: "Show", JSON.Member("loader", .string(name)), JSON.Member("text", .string(text)))
  }

  /// The sockets of the service manager, else our own. If none can be opened, the picture is shown without a socket.
  /// Throws if another loaderd answers at the address.
  static func sockets(
    _ manager: ServiceManager, _ options: Options, _ predecessor: Predecessor?
  ) throws(OutputError) -> [FileDescriptor] {
    // Clients may wait at the predecessor's socket, also when the service manager has a new one.
    let inherited =
      manager.sockets
      + (predecessor?.descriptors(named: "varlink") ?? []).filter { socket in
        !manager.sockets.contains { $0.isSameFile(as: socket) }
      }
    if !inherited.isEmpty { return inherited }
    do throws(SystemError) {
      // A predecessor that was killed during the hand-over holds its socket until the kernel has closed it.
      let end = Clock.nanoseconds + (options.isReplacing ? 300_000_000 : 0)
      while true {
        do throws(SystemError) {
          return [try Socket.listening(at: options.socket)]
        } catch  where error.code == Errno.addressInUse && Clock.nanoseconds < end {
          Clock.sleep(milliseconds: 10)
        }
      }
    } catch {
      if error.code == Errno.addressInUse {
        throw OutputError(
          "\(options.socket): another loaderd answers there; use --replace to take over from it, or --socket", error)
      }
      log("\(options.socket): \(error.text); no client can connect")
      return []
    }
  }

  private func run() throws(OutputError) {
    do throws(SystemError) {
      watch(signals)
      _ = try loop.watch(timer.descriptor, for: .frame) { [unowned(unsafe) self] _ in timer.acknowledge() }
      try loop.run { dispatch(now: Clock.nanoseconds) }
    } catch {
      throw OutputError(error)
    }
    server?.endMonitors(stateReply)
    manager.notify("STOPPING=1")
    inputs.close()
    if end == .handedOver { eventRecorder.endReason = EventRecorder.handedOver }
    if end == .restarting { eventRecorder.endReason = "for its successor" }
    eventRecorder.finish(displays, mode: model.mode)
    // A predecessor whose picture was not replaced yet goes on, and keeps its files.
    if end == .handedOver || predecessor != nil { return }
    logScreenMarker.isShown = false
    historyStore?.write(model.currentDurationHistory())
    if end == .restarting { displays.retain() }
    let isReplaced = ownSocket.map { File.inode(of: $0) != ownSocketInode } ?? false
    if end == .final, !isReplaced { endWithoutSuccessor() }
    if let ownSocket, !isReplaced { File.remove(ownSocket) }
    successorListener?.close()
    compatibility?.close()
  }

  /// Removes what only a successor needs.
  func endWithoutSuccessor() {
    restartState.end()
    bootEnd?.close()
    bootEnd = nil
  }

  /// Passes the display, the sockets and the journal to a successor, which is at the other end of `connection`. No call
  /// is read until it has shown a picture, and this process ends then; if it fails, this process goes on.
  func passDisplay(to connection: FileDescriptor) {
    guard let successorListener else { return }
    historyStore?.writeForSuccessor(model.currentDurationHistory())
    server?.answerReadCalls()
    predecessor?.stopDrawing()  // ours draws on, if we have no picture yet
    let sockets = listeningSockets + (server?.newConnections ?? [])
    let hasSuccessor = successorListener.offer(
      displays, sockets, restartState.journal(displays, model.screenProgress), eventRecorder, to: connection
    ) { [unowned(unsafe) self] in
      drawDueFrames(Clock.nanoseconds)
    } keepAlive: {
      watchdog.dispatch(now: Clock.nanoseconds)
    }
    if hasSuccessor {
      end = .handedOver
      predecessor?.release()  // otherwise it would go on when this process ends
      loop.stop()
    } else {
      Daemon.log("the successor has shown no picture; this loaderd goes on")
      compatibility?.rewritePidFile()
      redraw()
    }
  }

  func watch(_ signals: Signals) {
    // Fails only when memory runs out.
    _ = try? loop.watch(signals.descriptor) { [unowned(unsafe) self] _ in handle(signals.next()) }
  }

  private func handle(_ signal: Signals.Signal?) {
    switch signal {
    case .releaseTerminal?: displays.releaseTerminal()
    case .terminalActivated?: displays.acquireTerminal()
    case .reload?: reload { _ in }
    case .restart?: quit(.restart, at: Clock.nanoseconds)
    case .end?:
      eventRecorder.endReason = "signal"
      // At the end of an initramfs, systemd starts loaderd of the root file system for this exit status.
      if manager.isInitial {
        end = .restarting
        restartState.save()
      }
      loop.stop()
    case nil: break
    }
  }
}
