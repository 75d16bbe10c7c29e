import DaemonCore
import Display
import Loaders
import ScreenAPI
import Settings
import Support
import System

/// The call `Quit`: it is answered at once, and most exits wait for an event (`QuitKind`).
extension Daemon {
  /// Whether `Quit` with `handover` has no effect.
  var ignoresHandover: Bool { configuration.handover.until == .quit }

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
    compatibility?.rewritePidFile()  // this process is a child of the one that it names
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

  /// After `Quit` with `retain`: ends the daemon when another program's picture has replaced ours.
  func endIfReplaced() {
    guard displays.areRetainedPicturesReplaced else { return }
    eventRecorder.endReason = EventRecorder.replaced
    loop.stop()
  }

  /// After `Quit` with `restart`: waits for the worker processes, and ends the daemon when no successor has come in
  /// time.
  func dispatchSuccessor(_ now: Int64) {
    if isRestarting { awaitSuccessor() }
    guard let successorDeadline, successorDeadline <= now else { return }
    Daemon.log("no successor has come; the display is given back")
    loop.stop()
  }

  /// Nanoseconds for which the first frame, a restart and a hand-over wait for files that are being read: less than
  /// `TimeoutStopSec=` of loaderd.service.
  static var fileTimeout: Int64 { 1_500_000_000 }

  /// Whether a restart or a hand-over waits for the worker processes: they end with this process, and the calls whose
  /// files they read are answered first.
  func waitsForFiles(at now: Int64) -> Bool {
    let limit = filesDeadline ?? now + Daemon.fileTimeout
    let isReading = workers.isUsedByClients && now < limit
    filesDeadline = isReading ? limit : nil
    return isReading
  }

  /// After `Quit` with `handover`: ends the daemon, with a landing, when the next picture is there.
  func dispatchHandoverWait(_ now: Int64) {
    if handoverWait == nil || afterLanding != nil { return }
    let isNested = displays.isNested
    let hasWindow =
      isNested && configuration.handover.until == .application
      && displays.hasWindow(of: configuration.handover.application)
    let isReplaced = displays.isReplacedByProgram
    promptWatch.follow(displays.terminalNumber)
    let isOver = handoverWait?.update(
      now: now, hasPrompt: promptWatch.hasPrompt, isReplaced: isReplaced, isNested: isNested, hasWindow: hasWindow,
      isLent: isAsking)
    guard isOver == true, handoverWait?.ends(model.mode) == true else { return }
    eventRecorder.endReason = hasWindow ? "application" : isReplaced ? EventRecorder.replaced : "login prompt"
    if isNested { fadeOut(then: .stop) } else { landAsThemed(else: .background, isWaiting: false, then: .stop) }
  }
}
