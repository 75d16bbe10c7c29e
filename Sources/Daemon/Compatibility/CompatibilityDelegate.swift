import Support
import Varlink

/// Carries out the commands that arrive at compatibility sockets.
protocol CompatibilityDelegate: AnyObject {
  /// Performs a call of io.loaderd.Screen; false if it was refused.
  func perform(_ call: Call) -> Bool
  /// Shows the default loader if the persistent entry has none, after `hideSplash` too.
  func showSplash()
  /// Removes what is shown, and shows the text console instead where there is one.
  func hideSplash()
  /// Removes the progress and the status line, and shows the estimate of the boot if that is configured.
  func restoreProgress()
  /// What the screen is for.
  var mode: ScreenMode { get }
  /// Reads the theme again.
  func reloadTheme()
  /// Whether the picture is on the active virtual terminal.
  var isOnTerminal: Bool { get }
}
