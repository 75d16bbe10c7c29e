public import System
public import Support
public import Raster

/// A display that frames are shown on.
public protocol Output: AnyObject {
  /// What `state` tells about it.
  var description: OutputDescription { get }
  /// What `outputs` tells beside that.
  var capabilities: OutputCapabilities { get }
  /// When frames are drawn and seen.
  var frameClock: FrameClock { get }

  /// The newest picture, 0x00RRGGBB row by row, not turned; none before the first.
  var pixels: [UInt32] { get }

  /// The earliest time for `present`; nil while it waits for something else: its last frame, or the right to draw.
  func earliest(now: Int64) -> Int64?

  /// Shows a frame: repaints what differs from the last one.
  ///
  /// To be called with marks for the size in `description`, and not before `earliest`.
  func present(_ drawOps: [DrawOp], over background: Color, now: Int64) throws(OutputError) -> PresentResult

  /// Nothing moves from now on: what is not drawn is not missed.
  func rest()
  /// Refreshes a frame that leave enough of the CPU to others.
  func setFrameDivisor(refreshesPerFrame: Int64)
}

/// What has become of a frame.
public enum PresentResult {
  /// It is seen, or will be at the next refresh.
  case shown
  /// It looks like the last one.
  case unchanged
  /// The display now has another size, or cannot be lit at this time: what is wanted then is a new frame.
  case outdated
}

public struct OutputDescription {
  public var kind: StaticString
  /// "HDMI-A-1", or what the display is called.
  public var name: Bytes
  public var device: Bytes
  /// Of the picture, which may be turned on the panel.
  public var width, height: Int32
  /// Pixels a point that suit its size.
  public var scale: Double
  /// Frames a second.
  public var refresh: Double
  /// "atomic", "legacy", "layer-shell", "xdg-shell", "panning" or "".
  public var path: StaticString
  public var role = Role.primary
  /// Degrees clockwise.
  public var rotation = 0
  public var format: StaticString = "xrgb8888"
  /// "lit", "dark", or "aside" while another program has the display.
  public var state: StaticString = "lit"
}

public struct OutputCapabilities {
  /// "1024x768@60", the preferred one first.
  public var modes: [Bytes] = []
  public var formats: [Bytes] = []

  public init(modes: [Bytes] = [], formats: [Bytes] = []) { (self.modes, self.formats) = (modes, formats) }
}

/// Why an output cannot be used, as one line that says what to do.
public struct OutputError: Error {
  public let text: Bytes
  public let cause: SystemError?

  public init(_ text: Bytes, _ cause: SystemError? = nil) { (self.text, self.cause) = (text, cause) }
}
