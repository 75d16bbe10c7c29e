public import Support

/// What an output is used for (`role =` in section `[Output PATTERN]`).
public enum Role: Equatable, Sendable {
  /// The output that is reported first.
  case primary
  /// Shows the same content, laid out for its own size.
  case mirror
  /// On, but only the background is shown.
  case blank
  /// Not used by loaderd.
  case off

  /// All names, as in the configuration.
  public static var names: [Bytes] { ["primary", "mirror", "blank", "off"] }

  /// The role with a name; nil for an unknown name.
  public init?(_ name: Bytes) {
    switch name {
    case "primary": self = .primary
    case "mirror": self = .mirror
    case "blank": self = .blank
    case "off": self = .off
    default: return nil
    }
  }

  /// The name in the configuration.
  public var name: StaticString {
    switch self {
    case .primary: "primary"
    case .mirror: "mirror"
    case .blank: "blank"
    case .off: "off"
    }
  }
}
