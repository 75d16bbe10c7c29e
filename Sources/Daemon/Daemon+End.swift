import DaemonCore
import Display
import Loaders
import ScreenAPI
import Settings
import Support
import System

/// The exits that `Quit` delays (`QuitKind`): the call is answered at once, and the daemon waits for an event.
extension Daemon {
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
