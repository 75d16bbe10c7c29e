public import Support

/// Modes and formats of an output, as `loaderctl outputs` reports them.
public struct OutputCapabilities {
  /// Modes as "1024x768@60", the preferred one first.
  public var modes: [Bytes] = []
  /// Pixel formats that can be used, the best first.
  public var formats: [Bytes] = []

  /// Creates capabilities.
  public init(modes: [Bytes] = [], formats: [Bytes] = []) { (self.modes, self.formats) = (modes, formats) }
}
