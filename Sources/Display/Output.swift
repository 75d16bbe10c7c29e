public import Raster
public import Support
public import System

/// A display that frames are shown on.
public protocol Output: AnyObject {
  /// Properties that `loaderctl state` reports.
  var description: OutputDescription { get }
  /// Modes and formats that `loaderctl outputs` reports.
  var capabilities: OutputCapabilities { get }
  /// What the configuration uses the output for; nil if it does not say.
  var configuredRole: Role? { get }
  /// Whether it is the primary output because the configuration names none.
  var isDefaultPrimary: Bool { get set }
  /// When frames are drawn and shown.
  var frameClock: FrameClock { get set }

  /// The newest picture, before rotation; black before the first frame.
  var backBuffer: BackBuffer { get }
  /// The pixels of the newest picture as the display shows them, 0x00RRGGBB row by row.
  var pixels: [UInt32] { get }

  /// The earliest time for `present` in nanoseconds; nil while the output waits for its last frame or may not draw.
  func earliest(now: Int64) -> Int64?

  /// Shows a frame: repaints what differs from the last one.
  ///
  /// `drawOps` are laid out for the size in `description`, in pixels. If `other`, the picture of an equal output, has
  /// the same frame, it is copied instead of drawn. Do not call it before `earliest`. Throws when the frame could not
  /// be shown; the output tries again or another way with the next frame.
  func present(
    _ drawOps: [DrawOp], over background: Color, orCopyFrom other: BackBuffer?, now: Int64
  ) throws(OutputError) -> PresentResult

  /// Whether what lies below the picture can be shown through it.
  var canFade: Bool { get }
  /// Sets the opacity of the next frames, 255 at the start; without effect unless `canFade`.
  func setOpacity(_ opacity: UInt8)
}

extension Output {
  /// What the output is used for.
  public var role: Role { configuredRole ?? (isDefaultPrimary ? .primary : .mirror) }
  /// The pixels of the back buffer.
  public var pixels: [UInt32] { backBuffer.pixels }
  /// Shows a frame without another output to copy it from.
  public func present(
    _ drawOps: [DrawOp], over background: Color, now: Int64
  ) throws(OutputError) -> PresentResult {
    try present(drawOps, over: background, orCopyFrom: nil, now: now)
  }
  /// The picture of a display covers everything.
  public var canFade: Bool { false }
  /// Does nothing.
  public func setOpacity(_ opacity: UInt8) {}
}

/// The result of `Output.present`.
public enum PresentResult {
  /// The frame is on the screen, or will be at the next refresh.
  case shown
  /// The frame does not differ from the last one, so nothing was sent.
  case unchanged
  /// The display has another size now, or cannot be drawn on: a new frame is needed.
  case outdated
}

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
  /// "lit", "dark" (off or not set up yet), or "aside" while another program owns the display. These are words of the
  /// interface; `OutputState` calls them enabled, off and inactive.
  public var state: StaticString = "lit"
  /// Whether `scale` comes from an `[Output …]` section, and not from the size of the display.
  public var isScaleConfigured = false

  /// Pixels per point that apply: what the loader sets, else the output's section, else `[Screen]`, else what suits the
  /// display.
  public func scale(ofLoader loader: Double?, ofScreen screen: Double?) -> Double {
    loader ?? (isScaleConfigured ? scale : screen ?? scale)
  }
}

/// Modes and formats of an output, as `loaderctl outputs` reports them.
public struct OutputCapabilities {
  /// Modes as "1024x768@60", the preferred one first.
  public var modes: [Bytes] = []
  /// Pixel formats that can be used, the best first.
  public var formats: [Bytes] = []

  /// Creates capabilities.
  public init(modes: [Bytes] = [], formats: [Bytes] = []) { (self.modes, self.formats) = (modes, formats) }
}

/// Why an output cannot be used, as one line that says what to do.
public struct OutputError: Error {
  /// The line for the log.
  public let text: Bytes
  /// The system call that failed, if any.
  public let cause: SystemError?

  /// Creates an error.
  public init(_ text: Bytes, _ cause: SystemError? = nil) { (self.text, self.cause) = (text, cause) }
}
