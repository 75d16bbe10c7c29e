import DaemonCore
import Display
import Loaders
import ScreenAPI
import Settings
import Support
import System
import Text
import Varlink

/// What the daemon shows first, what the first frame waits for, and what waits for the first frame.
extension Daemon {
  /// The loader that is shown if neither the command line, the configuration nor the theme names one.
  private static var standardLoader: Bytes { "shimmer" }
  /// The call that shows it.
  static var standardCall: Call { Daemon.showCall(standardLoader) }

  /// The configured theme, of which only what the first frame needs is read. Nil if none is configured or it cannot be
  /// read, which is added to `problems`.
  static func firstTheme(
    _ options: Options, _ configuration: Configuration, problems: inout [Bytes]
  ) -> (theme: LoadedTheme, gate: LoadedTheme.Gate)? {
    guard let name = configuration.theme else { return nil }
    do throws(ParameterError) {
      return try LoadedTheme.first(name, mode: options.mode, language: configuration.language)
    } catch {
      problems.append("\(error.reason); the built-in look is shown")
      return nil
    }
  }

  /// The configured fonts for characters that a text's own fonts lack. A file that cannot be used is left out and added
  /// to `problems`. Nil if none is left.
  static func fallbackFonts(_ configuration: Configuration, problems: inout [Bytes]) -> FontFile? {
    let fonts = Parameter.usableFonts(configuration.startup.fonts, Files(Files.load))
    for problem in fonts.problems { problems.append("fonts: \(problem); other fonts are used") }
    return fonts.first
  }

  /// The call for the loader of the command line, else for that of the configuration; nil if neither names one.
  static func configuredCall(_ options: Options, _ configuration: Configuration, themeText: Bytes?) -> Call? {
    (options.loader ?? configuration.startup.loader).map { Daemon.showCall($0, text: options.text ?? themeText) }
  }

  /// Until when the first frame waits for the call of a client; nil if it does not wait.
  static func clientCallDeadline(
    _ manager: ServiceManager, _ restartState: RestartState, _ predecessor: Predecessor?
  ) -> Int64? {
    if predecessor != nil { return nil }
    // loaderd-shutdown.service and loaderd-reboot.service start the daemon and their call at the same time.
    if restartState.hasEnded, !manager.sockets.isEmpty { return Clock.nanoseconds + 2_000_000_000 }
    // A client has started the daemon: its call decides what the first frame shows.
    if manager.sockets.contains(where: { $0.awaitBytes(until: 0) }) { return Clock.nanoseconds + 50_000_000 }
    return nil
  }

  /// Shows the first picture: that of the predecessor, else that of `call`, which `configuredCall` has returned, else
  /// the theme's loader, or the default loader if the theme could not be read.
  func showFirstPicture(_ call: Call?, _ options: Options, isThemeMissing: Bool) {
    let fallback = options.loader ?? configuration.startup.loader ?? Daemon.standardLoader
    // A successor begins in its own mode.
    if !restartState.hasCalls, model.mode != .boot {
      let call = Call(screen: "SetMode", JSON.Member("mode", .string(model.mode.name)))
      restartState.note(call, at: frameTimes.start, reader: nil)
    }
    showFirst(isThemeMissing ? defaultCall : call, fallback: fallback)
    replayJournal()
    // A reload may find the theme.
    if isThemeMissing, call == nil, !restartState.hasCalls {
      model.setOrigin(.theme)
      restartState.endCommandLine()
    }
    // A log screen that the user has opened or closed stays so over a restart.
    let showsLog = restartState.hasPredecessor ? logScreenMarker.isShown : configuration.showsLog
    if showsLog, !model.showsLog { model.toggleLogScreen(at: Clock.nanoseconds) }
  }

  /// Shows what `call` shows, else the theme's loader, unless the calls of a predecessor follow. If `call` is refused,
  /// the loader `fallback` is shown with its standard text.
  private func showFirst(_ call: Call?, fallback: Bytes) {
    if restartState.hasCalls { return }
    guard let call else { return showTheme(at: Clock.nanoseconds, fading: false) }
    // The first picture does not fade in, because there is nothing to fade from.
    let first = Call(call.method, call.parameters + [JSON.Member("transition", "none")])
    let (reply, _) = perform(first, at: Clock.nanoseconds, origin: .commandLine)
    if reply.error == nil { return }
    Daemon.log("\(reply.sentence); the built-in look is shown")
    perform(Daemon.showCall(fallback), at: Clock.nanoseconds, origin: .commandLine)
  }

  /// Opens what the first picture does not wait for: the hand-over socket, and the watches for passwords, for the end
  /// of the boot and for mounts. A second call has no effect.
  func openAfterFirstPicture() {
    guard let options = lateOptions else { return }
    lateOptions = nil
    if !options.isOwnSocket, Peer.isRoot {
      passwordRequests = PasswordRequests(loop) { [unowned(unsafe) self] in handlePasswordRequests($0) }
      // After a daemon that has ended on request, the boot is over.
      if !restartState.hasEnded {
        bootEnd = BootEnd(loop, beside: options.socket) { [unowned(unsafe) self] in
          quit(.handover, at: Clock.nanoseconds)
        }
      }
    }
    listenForSuccessor(beside: options.socket, inherited: predecessor?.descriptors(named: "handover").first)
    watchMounts()
  }
}
