import DaemonCore
import Display
import Input
import Loaders
import ScreenAPI
import Settings
import Support
import System
import Varlink

/// Keys, touch gestures, and the kernel messages that the log screen shows.
extension Daemon {
  /// Reads the kernel's messages while the log screen is shown, and tells loader-bridge.
  func updateKernelMessages() {
    // Reading the computed `showsLog` copies the model. The stored property is checked first, which mostly avoids that.
    let showsLog = model.screen.loader.current?.isConsole == true && model.showsLog
    logScreenMarker.isShown = showsLog
    if showsLog, kernelMessages == nil {
      kernelMessages = KernelMessages(loop) { [unowned(unsafe) self] lines in
        model.addLogLines(lines)
        redraw()
      }
    }
    kernelMessages?.isReading = showsLog
  }

  /// Reads keyboards and touch screens while the displays are ours, and ends calls of `WaitKey` that have timed out.
  func dispatchInput(_ now: Int64) {
    _ = endWaits(.time(now), with: .null)
    let ownsDisplay = !outputSchedulers.isEmpty && displays.ownsDisplay
    let isAwaited = !keyWaits.isEmpty || compatibility?.watchesKeys ?? false
    inputs.dispatch(
      now: now, ownsDisplay: ownsDisplay, isAwaited: isAwaited,
      displays.outputs.first.flatMap { Rotation(degrees: $0.description.rotation) } ?? .none)
  }

  func waitForKey(_ call: Call, _ client: Client) -> Server.Answer {
    do throws(Reply) {
      let wait = try KeyWait(call, of: client.id, now: Clock.nanoseconds)
      // Without a timeout, nothing would ever end a wait for a cancellation.
      if !configuration.startup.input.isEnabled, !wait.isForCancelling || call["timeout"] == nil {
        throw .invalidParameter(
          wait.isForCancelling ? "cancel" : "keys",
          "keys are not read: set devices in section Input of loaderd.conf; auto reads none with --output headless")
      }
      keyWaits.add(wait)
      if wait.isForCancelling { model.generation += 1 }
      logCall(call, MethodTable.method(of: call), by: client.peer, Reply())  // it does not fail any more
      return .later
    } catch {
      return .reply(error)
    }
  }

  /// Answers the calls of `WaitKey` that `event` ends with `key`; false if there are none.
  func endWaits(_ event: KeyWait.Event, with key: JSON = .null) -> Bool {
    let ended = keyWaits.remove(endedBy: event)
    if ended.contains(where: { $0.isForCancelling }) { model.generation += 1 }
    for wait in ended { server?.finish(wait.client, with: Reply([JSON.Member("key", key)])) }
    return !ended.isEmpty
  }

  func handle(_ event: InputProcess.Event) {
    let now = Clock.nanoseconds
    switch event {
    case .key(let key):
      if endWaits(.key(key), with: .string(key)) { return }
      if let character = Key.character(of: key), compatibility?.keyPressed(character) ?? false { return }
      if let bound = inputs.event(for: key) { handle(bound) }
    case .console:
      if now < nextLogScreenToggle { return }
      nextLogScreenToggle = now + 300_000_000
      model.toggleLogScreen(at: now)
      redraw()
    case .cancel: cancel(now)
    }
  }

  /// Answers the clients that wait for a cancellation. Without any, ends the daemon in modes whose picture is not
  /// necessary.
  private func cancel(_ now: Int64) {
    if endWaits(.cancel, with: "cancel") {
      let text = model.strings.cancel
      perform(
        Call(screen: "SetMessage", JSON.Member("text", .string(text)), JSON.Member("lifetime", .number(5))), at: now)
    } else if model.mode == .boot || model.mode.goesDown {
      Daemon.log("cancelled by the user; loaderd ends")
      quit(.now, at: Clock.nanoseconds)
    }
  }
}
