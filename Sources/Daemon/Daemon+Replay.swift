import DaemonCore
import Loaders
import Progress
import ScreenAPI
import Support
import System
import Varlink

/// Replaying what a predecessor has left: its calls and the progress.
extension Daemon {
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
  func endReplay(of entry: CallJournal.Entry, _ reply: Reply) {
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
}
