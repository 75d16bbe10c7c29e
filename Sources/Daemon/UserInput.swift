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

/// What keys and fingers mean, and the kernel's messages while the console is shown.
extension Daemon {
  /// The kernel's messages are read while somebody looks at them.
  func listenToKernel() {
    if !session.showsLog { return messages = nil }
    if messages != nil { return }
    messages = KernelMessages(loop) { [unowned(unsafe) self] lines in  // without the right there are none
      session.note(lines)
      redraw()
    }
  }

  /// Keyboards and touch screens are read while their display is ours.
  func listenToUser(_ now: Int64) {
    _ = endWaits(.time(now), with: .null)
    let rotation = displays.outputs.first.flatMap { Rotation(degrees: $0.description.rotation) } ?? .none
    let isActive = !outputSchedulers.isEmpty && displays.isActive
    inputs.dispatch(now: now, isActive: isActive, isAwaited: !waits.isEmpty || doors?.watchesKeys ?? false, rotation)
  }

  func wait(_ call: Call, _ client: Client) -> Server.Answer {
    do throws(Reply) {
      let wait = try KeyWait(call, of: client.id, now: Clock.nanoseconds)
      if !wait.isForCancelling, !configuration.input.areRead {
        throw .invalidParameter("keys", "none are read: set devices in section Input of loaderd.conf")
      }
      waits.append(wait)
      return .later
    } catch {
      return .reply(error)
    }
  }

  /// Answers those whose wait is over; false when nobody's is.
  func endWaits(_ event: KeyWait.Event, with key: JSON = .null) -> Bool {
    let ended = waits.filter { $0.ends(by: event) }
    if ended.isEmpty { return false }
    waits.removeAll { $0.ends(by: event) }
    for wait in ended { server?.finish(wait.client, with: Reply([JSON.Member("key", key)])) }
    return true
  }

  /// Does what the user wants.
  func heed(_ meaning: Inputs.Meaning) {
    let now = Clock.nanoseconds
    switch meaning {
    case .key(let key):
      if endWaits(.key(key), with: .string(key)) { return }
      if let character = Key.character(of: key), doors?.press(character) ?? false { return }
      if let other = inputs.meaning(of: key) { heed(other) }
    case .console:
      if now < nextConsole { return }
      nextConsole = now + 300_000_000
      session.toggleConsole(at: now)
      redraw()
    case .cancel:
      if endWaits(.cancelling, with: "cancel") {
        let words = session.theme?.words ?? Strings()
        perform(
          Call(
            screen: "SetMessage", JSON.Member("text", .string(words.cancel)), JSON.Member("lifetime", .number(5))),
          at: now)
      } else if ["boot", "shutdown", "reboot"].contains(session.mode) {
        Daemon.say("the user has ended the picture")
        quit(retains: false)
      }
    }
  }
}
