import Varlink

/// What the old doors lead to.
protocol CompatibilityDelegate: AnyObject {
  /// Does a call of io.loaderd.Screen; false when it was refused.
  func perform(_ call: Call) -> Bool
  /// Shows the usual loader where there is none.
  func showDefaultLoader()
  /// Reads the theme again.
  func reloadTheme()
  /// Whether the picture is on the terminal that is seen.
  var isOnTerminal: Bool { get }
}
