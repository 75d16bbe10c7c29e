import Varlink

/// Carries out the commands that arrive at compatibility sockets.
protocol CompatibilityDelegate: AnyObject {
  /// Performs a call of io.loaderd.Screen; false if it was refused.
  func perform(_ call: Call) -> Bool
  /// Shows the default loader if the persistent entry has none.
  func showDefaultLoader()
  /// Reads the theme again.
  func reloadTheme()
  /// Whether the picture is on the active virtual terminal.
  var isOnTerminal: Bool { get }
}
