public import Raster
public import Support
import System

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

/// A mode that the configuration asks for (`mode =`).
public struct ModeRequest: Equatable {
  /// Size in pixels, 1 to 16384.
  public let width, height: Int32
  /// Refresh rate in hertz, 1 to 1000; nil for any.
  public let rate: Double?

  /// Parses "1280x720" or "1280x720@50"; nil if malformed or out of range.
  public init?(_ text: Bytes) {
    let parts = text.split(at: UInt8(ascii: "@")),
      size = (parts.first ?? "").split(at: UInt8(ascii: "x"))
    guard (1...2).contains(parts.count), size.count == 2, let width = Decimal.integer(size[0]),
      let height = Decimal.integer(size[1]), (1...16384).contains(width), (1...16384).contains(height)
    else { return nil }
    self.width = Int32(width)
    self.height = Int32(height)
    if parts.count == 1 {
      rate = nil
    } else {
      guard let given = Decimal.double(parts[1]), (1...1000).contains(given) else { return nil }
      rate = given
    }
  }
}

/// How outputs are set up: the `[Output PATTERN]` sections and related keys of the configuration.
public struct OutputConfiguration {
  /// Settings of the outputs whose name matches a pattern; nil leaves a setting as it is.
  public struct Rule {
    /// A connector name, or an fnmatch(3) pattern.
    public let pattern: Bytes
    /// What the output is used for.
    public var role: Role?
    /// Rotation of the picture on the panel.
    public var rotation: Rotation?
    /// Pixels per point.
    public var scale: Double?
    /// The preferred mode.
    public var mode: ModeRequest?
    /// The tones that the panel can show; nil if the pixel format of its driver says them.
    public var tones: Tones?

    /// A rule without settings.
    public init(_ pattern: Bytes) { self.pattern = pattern }
  }

  /// All rules; a later one overrides earlier ones.
  public var rules: [Rule] = []
  /// Whether atomic commits are used where the driver supports them.
  public var isAtomic = true
  /// The socket of a Wayland compositor, used where the environment names none.
  public var compositor: Bytes?

  /// The defaults: no rules, atomic commits, no compositor.
  public init() {}

  /// Merges all rules that match an output's name.
  public func rule(for name: Bytes) -> Rule {
    var result = Rule(name)
    for rule in rules where Glob(rule.pattern).matches(name) {
      if let role = rule.role { result.role = role }
      if let rotation = rule.rotation { result.rotation = rotation }
      if let scale = rule.scale { result.scale = scale }
      if let mode = rule.mode { result.mode = mode }
      if let tones = rule.tones { result.tones = tones }
    }
    return result
  }
}
