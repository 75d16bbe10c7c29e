import System
public import Support

/// What an output is for.
public enum Role: Equatable {
  /// It is the one whose frames are reported first.
  case primary
  /// It shows the same, laid out in its own size.
  case mirror
  /// It is lit, and empty.
  case blank
  /// It is not touched.
  case off

  public static var names: [Bytes] { ["primary", "mirror", "blank", "off"] }

  public init?(_ name: Bytes) {
    switch name {
    case "primary": self = .primary
    case "mirror": self = .mirror
    case "blank": self = .blank
    case "off": self = .off
    default: return nil
    }
  }

  public var name: StaticString {
    switch self {
    case .primary: "primary"
    case .mirror: "mirror"
    case .blank: "blank"
    case .off: "off"
    }
  }
}

/// A size in pixels, and a rate in hertz where that matters.
public struct ModeRequest: Equatable {
  public let width, height: Int32
  public let rate: Double?

  /// "1280x720" or "1280x720@50".
  public init?(_ text: Bytes) {
    let parts = text.split(at: 0x40), size = (parts.first ?? "").split(at: 0x78)
    guard (1...2).contains(parts.count), size.count == 2, let width = Decimal.integer(size[0]),
      let height = Decimal.integer(size[1]), (1...16384).contains(width), (1...16384).contains(height)
    else { return nil }
    (self.width, self.height) = (Int32(width), Int32(height))
    if parts.count == 1 {
      rate = nil
    } else {
      guard let given = Decimal.double(parts[1]), (1...1000).contains(given) else { return nil }
      rate = given
    }
  }
}

/// How outputs are set up: rules by name pattern, of which a later one wins.
public struct OutputConfiguration {
  public struct Rule {
    /// A connector's name, or a pattern of fnmatch(3) for some.
    public let pattern: Bytes
    public var role: Role?
    public var rotation: Rotation?
    public var scale: Double?
    public var mode: ModeRequest?

    public init(_ pattern: Bytes) { self.pattern = pattern }
  }

  public var rules: [Rule] = []
  /// Whether atomic modesetting is used where the driver has it.
  public var isAtomic = true
  /// The socket of a Wayland compositor, where the environment names none.
  public var compositor: Bytes?

  public init() {}

  /// What all rules say of an output, together.
  public func rule(for name: Bytes) -> Rule {
    var result = Rule(name)
    for rule in rules where Glob(rule.pattern).matches(name) {
      if let role = rule.role { result.role = role }
      if let rotation = rule.rotation { result.rotation = rotation }
      if let scale = rule.scale { result.scale = scale }
      if let mode = rule.mode { result.mode = mode }
    }
    return result
  }
}
