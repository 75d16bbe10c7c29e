import Notation

/// One way to the displays of this machine, with all the outputs that it leads to.
protocol Backend: AnyObject {
  /// "drm", as --output names it.
  var kind: StaticString { get }
  /// The primary one first.
  var outputs: [any Output] { get }
  var standing: Standing { get }
  /// Whether there may be an output in a moment: somebody has yet to answer.
  var isComing: Bool { get }
  /// Whether it leads to a display that another program owns.
  var isThroughOthers: Bool { get }
  /// Why there is no output, as one line without its kind; empty while there is one.
  var reason: Bytes { get }
  /// Whether somebody has said where it leads, so that a failure is of interest even where nothing lacks it.
  var isWanted: Bool { get }
  /// When `turn` is to be called again.
  var wakeUp: Int64? { get }

  /// Looks for displays from now on, if it does not yet.
  func open(now: Int64)
  /// Lets go of them all, and looks no more: another way has been found.
  func close()
  /// Does what is due. Returns whether outputs came, went, or can be drawn on again.
  func turn(now: Int64) -> Bool

  /// Gives every display up for another program; the pictures stay.
  func yield()
  /// Takes the displays back. Throws while another program has one.
  func resume() throws(OutputError)

  /// Whether the displays are ours, and not another program's.
  var areOurs: Bool { get }
  /// Whether something of ours is on a display, and would stay there.
  var hasPictures: Bool { get }
  /// Whether none of our pictures is on a screen any more, so that we may go.
  var areReplaced: Bool { get }
  /// Leaves the pictures where they are, for another program to replace.
  func leaveOnScreen()

  /// Whether there is a terminal under the pictures, and it is the one that is seen.
  var areOnTerminal: Bool { get }
  /// Our terminal is left for another; the switch waits for this.
  func leaveTerminal()
  func returnToTerminal()
  /// Text on the terminal again, where there is one: the end of the picture.
  func restoreTerminal()
}

/// What a backend can do now.
enum Standing {
  /// There is an output that can be drawn on.
  case showing
  /// There is a device, but none that can be drawn on now: another program has it, or no display is connected.
  case waiting
  /// There is nothing.
  case absent
}

/// A backend that always looks, shows on displays of its own, keeps nothing on the screen and has no terminal.
extension Backend {
  var isThroughOthers: Bool { false }
  var isComing: Bool { false }
  var isWanted: Bool { true }
  func open(now: Int64) {}
  func close() {}
  func yield() {}
  func resume() throws(OutputError) {}
  var areOurs: Bool { true }
  var hasPictures: Bool { false }
  var areReplaced: Bool { true }
  func leaveOnScreen() {}
  var areOnTerminal: Bool { false }
  func leaveTerminal() {}
  func returnToTerminal() {}
  func restoreTerminal() {}
}
