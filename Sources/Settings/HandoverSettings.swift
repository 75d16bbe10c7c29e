import Support

/// Section `[Handover]` of the configuration: what ends the boot screen after the end of the boot or `quit --handover`.
package struct HandoverSettings {
  /// What ends it.
  package enum Until: Equatable {
    /// The login prompt on our virtual terminal, or the first frame of another program.
    case login
    /// The first frame of another program.
    case compositor
    /// The first window of a client of the compositor that we draw through; without one as `compositor`.
    case application
    /// Only `quit` without `--handover`.
    case quit
  }

  package private(set) var until = Until.login
  /// The app id of the window that ends it; empty for any.
  package private(set) var application: Bytes = ""

  /// Sets a key to a value that its `Option` has checked.
  mutating func set(_ key: HandoverKey, _ value: Bytes) {
    switch key {
    case .application: application = value
    case .until:
      switch value {
      case "compositor": until = .compositor
      case "application": until = .application
      case "quit": until = .quit
      default: until = .login
      }
    }
  }
}
