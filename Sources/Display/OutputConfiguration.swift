public import Raster
public import Support
import System

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
