public import Raster

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
  var frameClock: FrameClock { get }

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
