public import Support

/// Properties of an output, as `loaderctl state` reports them.
public struct OutputDescription {
  /// The backend: "drm", "wayland", "fbdev" or "headless".
  public var kind: StaticString
  /// "HDMI-A-1", or another name of the display.
  public var name: Bytes
  /// The device node, the compositor's socket, or the folder for frames.
  public var device: Bytes
  /// Size of the picture in pixels, before rotation.
  public var width, height: Int32
  /// Pixels per point for this display.
  public var scale: Double
  /// Refresh rate in hertz.
  public var refresh: Double
  /// How frames are submitted: "atomic", "legacy", "layer-shell", "xdg-shell", "panning" or "".
  public var path: StaticString
  /// What the output is used for.
  public var role = Role.primary
  /// Rotation of the picture on the panel in degrees clockwise: 0, 90, 180 or 270.
  public var rotation = 0
  /// Pixel format of the display's buffer.
  public var format: StaticString = "xrgb8888"
  /// What is on the display.
  public var state = State.lit
  /// Whether `scale` comes from an `[Output …]` section, and not from the size of the display.
  public var isScaleConfigured = false

  /// What is on a display, in the words of the interface.
  public enum State: Equatable {
    /// A picture of ours is on the display.
    case lit
    /// The display is off, or not set up yet.
    case dark
    /// Another program owns the display.
    case aside

    /// The word of the interface.
    public var name: StaticString {
      switch self {
      case .lit: "lit"
      case .dark: "dark"
      case .aside: "aside"
      }
    }
  }

  /// Pixels per point that apply: what the loader sets, else the output's section, else `[Screen]`, else what suits the
  /// display.
  public func scale(ofLoader loader: Double?, ofScreen screen: Double?) -> Double {
    loader ?? (isScaleConfigured ? scale : screen ?? scale)
  }
}
