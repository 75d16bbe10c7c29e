import Images
public import System
public import Support
public import Raster

/// An output without a display: frames go to PNG files, or nowhere.
public final class HeadlessOutput: Output {
  public private(set) var frameClock: FrameClock

  private let backBuffer: BackBuffer
  private let folder: Bytes?
  private let rate: Double

  /// `rate` in frames a second; `folder` gets `000000.png` and so on, and is made if it is not there.
  public init(width: Int32, height: Int32, rate: Double, folder: Bytes?) throws(OutputError) {
    do throws(SystemError) {
      backBuffer = try BackBuffer(width: width, height: height)
      if let folder { try File.makeDirectory(folder) }
    } catch {
      throw OutputError("headless: \(error.text)", error)
    }
    (self.folder, self.rate) = (folder, rate)
    frameClock = FrameClock(period: Int64(1e9 / rate), pacing: .timer)
  }

  public var description: OutputDescription {
    OutputDescription(
      kind: "headless", name: "headless", device: folder ?? "", width: backBuffer.width, height: backBuffer.height,
      scale: 1,
      refresh: rate, path: "")
  }

  public var capabilities: OutputCapabilities {
    OutputCapabilities(modes: ["\(Int(backBuffer.width))x\(Int(backBuffer.height))@\(rate)"], formats: ["xrgb8888"])
  }

  public var pixels: [UInt32] { backBuffer.pixels }
  public func earliest(now: Int64) -> Int64? { frameClock.earliest(now: now) }
  public func rest() { frameClock.rested() }
  public func setFrameDivisor(refreshesPerFrame: Int64) { frameClock.frameDivisor = refreshesPerFrame }

  public func present(_ drawOps: [DrawOp], over background: Color, now: Int64) throws(OutputError) -> PresentResult {
    let region = backBuffer.draw(drawOps, over: background)
    if region.isEmpty { return .unchanged }
    if let folder {
      let frame = PNG.Frame(width: Int(backBuffer.width), height: Int(backBuffer.height), pixels: backBuffer.pixels)
      let path: Bytes = "\(folder)/\(HeadlessOutput.number(frameClock.statistics.shown)).png"
      do throws(SystemError) {
        try FileDescriptor(writing: path).write(PNG(frame, hasAlpha: false).bytes)
      } catch {
        throw OutputError("\(path): \(error.text)", error)
      }
    }
    frameClock.shown(target: frameClock.target(now: now), begun: now, now: Clock.nanoseconds)
    return .shown
  }

  private static func number(_ value: Int) -> Bytes {
    let digits: Bytes = "\(value)"
    return Bytes([UInt8](repeating: 0x30, count: max(0, 6 - digits.count))) + digits
  }
}
