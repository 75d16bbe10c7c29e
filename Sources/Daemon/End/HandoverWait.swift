import Settings
import Support

/// Waits for what is shown after the boot screen: the login prompt, or another program's picture.
struct HandoverWait {
  private let until: HandoverSettings.Until
  /// The mode in which the wait began.
  private let mode: ScreenMode
  /// Since when the prompt or the other program's picture is there without interruption, in nanoseconds; nil if it is
  /// not.
  private var since: Int64?
  /// When to look again.
  private(set) var deadline: Int64

  /// Nanoseconds between looks.
  private static var interval: Int64 { 50_000_000 }

  init(_ until: HandoverSettings.Until, in mode: ScreenMode, now: Int64) {
    self.until = until
    self.mode = mode
    deadline = now
  }

  /// Nanoseconds for which the next picture has to be there. A prompt may be half written; a compositor accepts clients
  /// some time after its first frame.
  private var delay: Int64 { until == .application ? 2_000_000_000 : HandoverWait.interval }

  /// Whether it ends the screen of a mode. An update that goes on at the end of the boot stays, and so does the screen
  /// of a shutdown that begins during the wait. After a soft-reboot, which this process survives, the boot ends in the
  /// mode of the shutdown before.
  func ends(_ mode: ScreenMode) -> Bool { mode == .boot || mode == self.mode && mode.goesDown }

  /// Looks every 50 ms, and returns whether the next picture has been there for `delay`. `hasPrompt`: there is a prompt
  /// on the terminal under our picture. `isReplaced`: the display shows another program's picture. `isNested`: we draw
  /// through a compositor. `hasWindow`: it shows a window of the application. `isLent`: a question is asked on the text
  /// console, which is shown until it is answered.
  mutating func update(
    now: Int64, hasPrompt: Bool, isReplaced: Bool, isNested: Bool, hasWindow: Bool, isLent: Bool = false
  ) -> Bool {
    if now < deadline { return false }
    deadline = now + HandoverWait.interval
    if isLent {
      since = nil
      return false
    }
    if until == .application, isNested {
      since = nil
      return hasWindow
    }
    let isThere = isReplaced || until == .login && hasPrompt
    if !isThere {
      since = nil
      return false
    }
    since = since ?? now
    return now - (since ?? now) >= delay
  }
}
