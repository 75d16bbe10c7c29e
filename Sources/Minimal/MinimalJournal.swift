import DaemonCore
import Display
import ScreenAPI
import Support
import System
import Varlink

/// What loaderd replays when it takes over: the loader that the baked file shows, and the calls that later ones do not
/// repeat.
struct MinimalJournal {
  private var journal: CallJournal

  /// `call` shows the same in loaderd, nil if the theme has no loader; it began at `time` in nanoseconds of
  /// CLOCK_MONOTONIC. `boot` is `Clock.boot`.
  init(mode: ScreenMode, showing call: Bytes?, at time: Int64, boot: Bytes) {
    journal = CallJournal(boot: boot)
    if mode != .boot { note(Call(screen: "SetMode", JSON.Member("mode", .string(mode.name))), at: time) }
    if let call, let parsed = try? Call(call) { journal.replace(with: parsed, at: time, isTheme: true) }
  }

  /// Adds a call, which replaces those that it repeats.
  mutating func note(_ call: Call, at time: Int64) { journal.replace(with: call, at: time) }

  /// Removes all calls of some methods.
  mutating func remove(_ methods: [StaticString]) { journal.remove(methods) }

  /// The file that loaderd reads, with the framebuffers that are on the screens.
  mutating func text(_ displays: Displays) -> Bytes {
    journal.isReleased = displays.session.isReleased
    journal.terminal = displays.inheritableTerminal
    journal.framebuffers = displays.transferableDevices.flatMap { $0.framebuffers }
    return journal.save()
  }
}
