import Images
public import Raster
public import Support
import System

/// An output without a display: frames are written to PNG files, or discarded.
public final class HeadlessOutput: Output {
  /// What the output is used for: the only one is the primary one.
  public var configuredRole: Role? = .primary
  /// Whether it is the primary output without a configured role.
  public var isDefaultPrimary = false
  /// When frames are drawn: on a timer.
  public let frameClock: FrameClock

  /// The newest picture.
  public let backBuffer: BackBuffer
  private let folder: Bytes?
  private let rate: Double
  private let scale: Double
  private let format: PixelFormat
  /// Whether the newest picture is not written to its file: before the first one, and when it could not be.
  private var isUnwritten: Bool
  /// When a file that could not be written is tried again.
  private var retryTime: Int64 = 0
  private var backoff = Backoff(from: 250_000_000, to: 8_000_000_000)

  /// Sides are 1 to 16384 pixels, and `rate` is 0.1 to 1000 frames per second. `folder` gets `000000.png` and so on,
  /// and is created if it does not exist; nil discards frames. `millimetres` is the physical size of the display that
  /// is stood in for; 0×0 is unknown. The pictures are reduced to the colours of `format`. Throws when the folder
  /// cannot be created, or when memory runs out.
  public init(
    width: Int32, height: Int32, rate: Double, folder: Bytes?, millimetres: (width: Int32, height: Int32) = (0, 0),
    format: PixelFormat = .xrgb8888
  ) throws(OutputError) {
    do throws(SystemError) {
      backBuffer = try BackBuffer(width: width, height: height, tones: format.tones)
      if let folder { try File.makeDirectory(folder) }
    } catch {
      throw OutputError("headless: \(error.text)", error)
    }
    self.folder = folder
    isUnwritten = folder != nil
    self.rate = rate
    self.format = format
    scale = DisplayScale(width: width, height: height, millimetres: millimetres).value
    frameClock = FrameClock(period: Int64(1e9 / rate), pacing: .timer)
  }

  /// Properties that `loaderctl state` reports.
  public var description: OutputDescription {
    OutputDescription(
      kind: "headless", name: "headless", device: folder ?? "", width: backBuffer.width, height: backBuffer.height,
      scale: scale, refresh: rate, path: "", role: role)
  }

  /// The single mode and format.
  public var capabilities: OutputCapabilities {
    OutputCapabilities(
      modes: ["\(Int(backBuffer.width))x\(Int(backBuffer.height))@\(rate)"], formats: [Bytes(format.name)])
  }

  /// The newest picture, 0x00RRGGBB row by row.
  public var pixels: [UInt32] {
    format == .xrgb8888 ? backBuffer.pixels : format.quantized(backBuffer.pixels, width: Int(backBuffer.width))
  }
  /// The earliest time for `present` in nanoseconds.
  public func earliest(now: Int64) -> Int64? { max(retryTime, frameClock.earliest(now: now)) }

  /// Draws a frame and writes it to a file. Throws when the file cannot be written; the next frame waits for longer
  /// each time then, because a picture is encoded for each attempt.
  public func present(
    _ drawOps: [DrawOp], over background: Color, orCopyFrom other: BackBuffer?, now: Int64
  ) throws(OutputError) -> PresentResult {
    let region = backBuffer.draw(drawOps, over: background, orCopyFrom: other)
    if region.isEmpty, !isUnwritten {
      frameClock.unchanged(target: frameClock.target(now: now))
      return .unchanged
    }
    isUnwritten = folder != nil
    if let folder {
      let frame = PNG.Frame(width: Int(backBuffer.width), height: Int(backBuffer.height), pixels: pixels)
      let path: Bytes = "\(folder)/\(HeadlessOutput.sixDigits(frameClock.statistics.shown)).png"
      do throws(SystemError) {
        try FileDescriptor(writing: path).write(PNG(frame, hasAlpha: false).bytes)
      } catch {
        retryTime = now + backoff.delay
        backoff.lengthen()
        throw OutputError("\(path): \(error.text); trying again", error)
      }
      isUnwritten = false
      backoff.reset()
    }
    frameClock.shown(target: frameClock.target(now: now), begun: now, now: Clock.nanoseconds)
    return .shown
  }

  private static func sixDigits(_ value: Int) -> Bytes {
    let digits: Bytes = "\(value)"
    return Bytes([UInt8](repeating: UInt8(ascii: "0"), count: max(0, 6 - digits.count))) + digits
  }
}
