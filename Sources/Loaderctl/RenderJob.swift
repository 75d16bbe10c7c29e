import Display
import Images
import Loaders
import Raster
import Scene
import Support
import System
import Text

/// A picture or an animation that `loaderctl render` draws.
struct RenderJob {
  private let loader: AnyLoader
  private let background: Color
  /// Size in pixels, before rotation.
  private let width, height: Int32
  /// Whether a whole screen is composed (`--screen`), not the loader alone.
  private let isScreen: Bool
  private let rotation: Rotation
  /// The pixels are converted to this format and back, so that the picture shows what is lost.
  private let format: PixelFormat
  /// The loader's box in points; empty for a whole screen.
  private let box: Area
  /// The time of each frame.
  private let times: [Time]
  /// Frames per second.
  private let rate: Int
  private let path: Bytes
  private let typesetter = Typesetter()
  private let scale: Double

  /// The most frames of an animation.
  static let frameLimit = 36000

  init(_ parsed: ParsedArguments) throws(CommandError) {
    var arguments = parsed
    let path = arguments.removeValue("o") ?? "-", text = try arguments.removeText()
    try PicturePath.check(path, ["png", "apng"])
    let size = arguments.removeValue("size"), screen = arguments.removeValue("screen")
    let background = arguments.removeValue("background")
    if size != nil && screen != nil { throw .usage("--size and --screen: give one of them") }
    (times, rate) = try RenderJob.times(&arguments, path)
    let degrees = arguments.removeValue("rotate").flatMap { Decimal.integer($0) }
    rotation = degrees.flatMap { Rotation(degrees: $0) } ?? .none
    format = arguments.removeValue("format").flatMap { PixelFormat(name: $0.utf8) } ?? .xrgb8888
    while let assignment = arguments.removeValue("set") { try arguments.set(assignment) }
    let loader = try ParsedArguments.loader(try arguments.entry(), text, arguments.options)
    for complaint in loader.complaints {
      StandardStreams.error("loaderctl: \(complaint.name): \(complaint.reason); the standard one is drawn")
    }
    self.loader = loader
    self.path = path
    if let background {
      guard let color = Color(background, loader.scheme) else {
        throw .usage(
          "--background: '\(background)' is not a colour: #RGB, #RRGGBB, #RRGGBBAA, a name such as blue, or transparent"
        )
      }
      self.background = color
    } else {
      self.background = loader.scheme.background
    }

    isScreen = screen != nil
    if let screen {
      let extent = try checked { () throws(UsageError) in try Extent(screen, option: "screen") }
      // --screen is the size of the display; the picture is rotated to it at the end.
      let (across, down) = (Int32(extent.width.rounded(.up)), Int32(extent.height.rounded(.up)))
      (width, height) = rotation.isSideways ? (down, across) : (across, down)
      scale = loader.scale ?? DisplayScale(width: width, height: height).value
      box = Area(0, 0, 0, 0)
      return
    }
    scale = loader.scale ?? 1
    var points = loader.size(.unlimited, Context(typesetter, scale: scale))
    if let size {
      let extent = try checked { () throws(UsageError) in try Extent(size, option: "size") }
      points = Size(extent.width, extent.height)
    }
    let pixels = Size(
      (points.width * scale - 1e-6).rounded(.up), (points.height * scale - 1e-6).rounded(.up))
    guard pixels.width <= 16384, pixels.height <= 16384, pixels.width * pixels.height <= 67_108_864 else {
      throw .usage(
        "the picture would be larger than 16384x16384 or 64 million pixels; give a smaller --size or --scale")
    }
    (width, height) = (Int32(max(1, pixels.width)), Int32(max(1, pixels.height)))
    box = Area(0, 0, points.width, points.height)
  }

  /// The times of the frames, and their rate. With `--at`, `--duration` is left to the loader; without, it is the length of
  /// the animation.
  private static func times(_ arguments: inout ParsedArguments, _ path: Bytes) throws(CommandError) -> ([Time], Int) {
    let rate = arguments.removeValue("fps").flatMap { Decimal.double($0) } ?? 60
    if rate != rate.rounded() { throw .usage("--fps: a whole number of frames per second is needed") }
    if let at = arguments.removeValue("at") {
      if path.hasSuffix(".apng") { throw .usage("--at: a .apng is an animation; give --duration, or write a .png") }
      return (try parseTimes(at, path), Int(rate))
    }
    guard let duration = arguments.removeValue("duration").flatMap({ Seconds.parse($0) }) else {
      throw .usage("--at or --duration: one of them is needed")
    }
    if path.hasSuffix(".png") { throw .usage("--duration: a .png is one frame; give --at, or write a .apng") }
    let count = Int((duration * rate).rounded())
    if count > frameLimit { throw .usage("--duration: more than \(frameLimit) frames") }
    return ((0..<max(1, count)).map { Time(nanoseconds: Int64((Double($0) * 1e9 / rate).rounded())) }, Int(rate))
  }

  /// Whether the picture goes to standard output.
  var isOnStandardOutput: Bool { path == "-" }

  /// Parses `--at`. Several times are a file each: throws when the path has no `%d`.
  private static func parseTimes(_ list: Bytes, _ path: Bytes) throws(CommandError) -> [Time] {
    var times: [Time] = []
    for text in list.split(at: UInt8(ascii: ",")) { times.append(Time(seconds: Seconds.parse(text) ?? 0)) }
    if times.count > 1, !path.isNumbered {
      throw .usage("-o: several moments are a file each; write %d where its number goes, as in frame-%d.png")
    }
    return times
  }

  /// Draws the frames and writes the file, or one file for each.
  func write() throws(CommandError) {
    guard path.isNumbered, times.count > 1 else { return try write(times, to: path) }
    for (number, time) in times.enumerated() { try write([time], to: path.numbered(number)) }
  }

  private func write(_ times: [Time], to path: Bytes) throws(CommandError) {
    let hasAlpha = background.alpha < 255
    var pixels = [UInt32](repeating: 0, count: Int(width) * Int(height))
    let (across, down) = rotation.isSideways ? (height, width) : (width, height)
    var png = PNG(width: Int(across), height: Int(down), hasAlpha: hasAlpha, frames: times.count, delay: (1, rate))
    let renderer = Renderer()
    for time in times {
      let drawOps = drawOps(at: time)
      pixels.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        let canvas = Surface(start, width: width, height: height, stride: Int(width))
        renderer.paint(drawOps, over: background, in: Region(canvas.bounds), of: canvas)
      }
      var shown = rotation.turned(pixels, width: Int(width), height: Int(height))
      if format != .xrgb8888 { shown = format.quantized(shown, width: Int(across)) }
      png.add(PNG.Frame(width: Int(across), height: Int(down), pixels: shown))
    }
    png.finish()
    do throws(SystemError) {
      if path == "-" {
        try FileDescriptor.standardOutput.write(png.bytes)
      } else {
        try FileDescriptor(writing: path).write(png.bytes)
      }
    } catch {
      throw .failed("\(path): \(error.reason)")
    }
  }

  private func drawOps(at time: Time) -> [DrawOp] {
    let context = Context(typesetter, scale: scale)
    if isScreen {
      var screen = Screen(background: .color(background), scheme: loader.scheme)
      screen.loader.replace(with: loader, at: .zero, fading: false)
      return screen.drawOps(at: Moment(time), width: width, height: height, context)
    }
    var drawOps: [DrawOp] = []
    loader.draw(Moment(time), box, context, &drawOps)
    return drawOps
  }
}

extension Bytes {
  /// Whether it contains `%d`.
  fileprivate var isNumbered: Bool { cut(at: "%d").0.count < count }

  /// The path with a number in place of `%d`.
  fileprivate func numbered(_ number: Int) -> Bytes {
    let (before, after) = cut(at: "%d")
    return "\(before)\(number)\(after)"
  }
}
