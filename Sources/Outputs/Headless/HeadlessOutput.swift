import Images
public import Linux
public import Notation
public import Raster

/// An output without a display: frames go to PNG files, or nowhere.
public final class HeadlessOutput: Output {
  public private(set) var pacer: Pacer

  private let shadow: Shadow
  private let folder: Bytes?
  private let rate: Double

  /// `rate` in frames a second; `folder` gets `000000.png` and so on, and is made if it is not there.
  public init(width: Int32, height: Int32, rate: Double, folder: Bytes?) throws(OutputError) {
    do throws(SystemError) {
      shadow = try Shadow(width: width, height: height)
      if let folder { try File.makeDirectory(folder) }
    } catch {
      throw OutputError("headless: \(error.text)", error)
    }
    (self.folder, self.rate) = (folder, rate)
    pacer = Pacer(period: Int64(1e9 / rate), pacing: .timer)
  }

  public var description: OutputDescription {
    OutputDescription(
      kind: "headless", name: "headless", device: folder ?? "", width: shadow.width, height: shadow.height, scale: 1,
      refresh: rate, path: "")
  }

  public var capabilities: OutputCapabilities {
    OutputCapabilities(modes: ["\(Int(shadow.width))x\(Int(shadow.height))@\(rate)"], formats: ["xrgb8888"])
  }

  public var pixels: [UInt32] { shadow.pixels }
  public func earliest(now: Int64) -> Int64? { pacer.earliest(now: now) }
  public func rest() { pacer.rested() }
  public func yieldCPU(refreshesPerFrame: Int64) { pacer.courtesy = refreshesPerFrame }

  public func present(_ marks: [Mark], over background: Color, now: Int64) throws(OutputError) -> Presented {
    let region = shadow.draw(marks, over: background)
    if region.isEmpty { return .unchanged }
    if let folder {
      let frame = PNG.Frame(width: Int(shadow.width), height: Int(shadow.height), pixels: shadow.pixels)
      let path: Bytes = "\(folder)/\(HeadlessOutput.number(pacer.statistics.shown)).png"
      do throws(SystemError) {
        try FileDescriptor(writing: path).write(PNG(frame, hasAlpha: false).bytes)
      } catch {
        throw OutputError("\(path): \(error.text)", error)
      }
    }
    pacer.shown(target: pacer.target(now: now), begun: now, now: Clock.nanoseconds)
    return .shown
  }

  private static func number(_ value: Int) -> Bytes {
    let digits: Bytes = "\(value)"
    return Bytes([UInt8](repeating: 0x30, count: max(0, 6 - digits.count))) + digits
  }
}
