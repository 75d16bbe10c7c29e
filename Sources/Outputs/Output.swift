public import Linux
public import Notation
public import Raster

/// A display that frames are shown on.
public protocol Output: AnyObject {
  /// What `state` tells about it.
  var description: OutputDescription { get }
  /// Readable when `dispatch` has something to do; nil when it never has.
  var descriptor: FileDescriptor? { get }
  /// When the next frame can be drawn and when it will be seen.
  var pacer: Pacer { get }

  /// Takes what the display reports.
  func dispatch(now: Int64) throws(OutputError)

  /// Nothing moves from now on: what is not drawn is not missed.
  func rest()

  /// Shows a frame: repaints what differs from the last one, and tells whether anything did.
  ///
  /// Not to be called while `pacer` waits for the last frame.
  func present(_ marks: [Mark], over background: Color, now: Int64) throws(OutputError) -> Bool
}

public struct OutputDescription {
  public var kind: StaticString
  /// "HDMI-A-1", or what the display is called.
  public var name: Bytes
  public var device: Bytes
  public var width, height: Int32
  /// Pixels a point that suit its size.
  public var scale: Double
  /// Frames a second.
  public var refresh: Double
  /// "atomic", "legacy" or "".
  public var path: StaticString
}

/// Why an output cannot be used, as one line that says what to do.
public struct OutputError: Error {
  public let text: Bytes
  public let cause: SystemError?

  public init(_ text: Bytes, _ cause: SystemError? = nil) { (self.text, self.cause) = (text, cause) }
}
