/// The tones that a display has.
public enum Tones: Equatable, Sendable {
  /// Enough for smooth gradients.
  case all
  /// Black and white.
  case two
  /// Black, two greys and white.
  case four

  /// The highest level of a grey: 1 or 3; 255 for `all`.
  var most: UInt32 {
    switch self {
    case .all: 255
    case .two: 1
    case .four: 3
    }
  }
}
