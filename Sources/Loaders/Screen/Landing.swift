import Scene
public import Support

/// The end of a screen before another program or a text replaces it (docs/themes.md, "Landing").
///
/// From its start it takes `duration`; after that the screen does not change any more.
public struct Landing: Equatable {
  /// What the screen becomes.
  public enum Kind: Equatable, Sendable {
    /// It goes on as it is.
    case unchanged
    /// The loader's still picture, with everything around it.
    case still
    /// The background alone.
    case background
    /// Transparent: what is below our surface.
    case transparent
  }

  /// The value of a theme's key `landing`; nil for an unknown one.
  static func kind(_ name: Bytes) -> Kind? {
    switch name {
    case "none": .unchanged
    case "still": .still
    case "background": .background
    default: nil
    }
  }

  /// What the screen becomes.
  public let kind: Kind
  /// When it starts to change, on the screen's clock.
  public let start: Time

  /// A landing that starts at a time of the screen's clock.
  public init(_ kind: Kind, at start: Time) {
    self.kind = kind
    self.start = start
  }

  /// As long as what leaves a screen takes to fade out.
  public static var duration: Time { Fade.outTime }

  /// The time from which on the screen is as `kind` says.
  public var end: Time { start + Landing.duration }

  /// How much of the change to `kind` has happened, 0…1.
  func phase(_ kind: Kind, at moment: Moment) -> Double {
    kind == self.kind ? Easing.easeInOut(moment.progress(from: start, over: Landing.duration)) : 0
  }

  /// The time at which a loader with reduced motion is drawn for its still picture: what fades in by itself has done
  /// so, and the pulse of 4 s is at its highest.
  static var stillTime: Time { Time(seconds: 4) }
}
