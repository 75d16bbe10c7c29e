import Images
import System
import Loaders
import Support
import Raster
import Scene
import Text

/// What `render` was asked for.
struct Rendering {
  private let loader: AnyLoader
  private let background: Color
  /// Pixels.
  private let width, height: Int32
  private let isScreen: Bool
  private let rotation: Rotation
  /// The picture shows what this leaves of it.
  private let format: PixelFormat
  /// The loader's box in points, when it is not a whole screen.
  private let box: Area
  private let times: [Time]
  private let rate: Int
  private let path: Bytes
  private let typesetter = Typesetter()
  private let scale: Double

  static let frameLimit = 36000

  init(_ given: ParsedArguments) throws(Failure) {
    var words = given
    let path = words.take("o") ?? "-", text = try words.takeText()
    try Picture.check(path, ["png", "apng"])
    let size = words.take("size"), screen = words.take("screen"), background = words.take("background")
    if size != nil && screen != nil { throw .usage("--size and --screen: give one of them") }
    (times, rate) = try Rendering.times(&words, path)
    rotation = words.take("rotate").flatMap { Decimal.integer($0) }.flatMap { Rotation(degrees: $0) } ?? .none
    format = words.take("format").flatMap { PixelFormat(name: $0.utf8) } ?? .xrgb8888
    while let assignment = words.take("set") { try words.set(assignment) }
    let loader = try ParsedArguments.loader(try words.entry(), text, words.options)
    for complaint in loader.complaints {
      StandardStreams.error("loaderctl: \(complaint.name): \(complaint.reason); the standard one is drawn")
    }
    self.loader = loader
    self.path = path
    scale = loader.scale ?? 1
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
      // The size is the panel's; what is drawn is turned into it.
      let (across, down) = (Int32(extent.width.rounded(.up)), Int32(extent.height.rounded(.up)))
      (width, height) = rotation.isSideways ? (down, across) : (across, down)
      box = Area(0, 0, 0, 0)
      return
    }
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

  /// With `--at` one frame, and `--duration` is the loader's parameter; without it `--duration` is the animation's length.
  private static func times(_ words: inout ParsedArguments, _ path: Bytes) throws(Failure) -> ([Time], Int) {
    let rate = words.take("fps").flatMap { Decimal.double($0) } ?? 60
    if rate != rate.rounded() { throw .usage("--fps: whole frames a second") }
    if let at = words.take("at") {
      if path.hasSuffix(".apng") { throw .usage("--at: a .apng is an animation; give --duration, or write a .png") }
      return (try moments(at, path), Int(rate))
    }
    guard let duration = words.take("duration").flatMap({ Seconds.parse($0) }) else {
      throw .usage("--at or --duration: say which moment to draw")
    }
    if path.hasSuffix(".png") { throw .usage("--duration: a .png is one frame; give --at, or write a .apng") }
    let count = Int((duration * rate).rounded())
    if count > frameLimit { throw .usage("--duration: more than \(frameLimit) frames") }
    return ((0..<max(1, count)).map { Time(nanoseconds: Int64((Double($0) * 1e9 / rate).rounded())) }, Int(rate))
  }

  /// Whether the picture is all of standard output.
  var isOnStandardOutput: Bool { path == "-" }

  /// The moments of a comma-separated list. Each becomes a file, so for several the path says where its number goes.
  private static func moments(_ list: Bytes, _ path: Bytes) throws(Failure) -> [Time] {
    var times: [Time] = []
    for text in list.split(at: UInt8(ascii: ",")) { times.append(Time(seconds: Seconds.parse(text) ?? 0)) }
    if times.count > 1, !path.isNumbered {
      throw .usage("-o: several moments are a file each; write %d where its number goes, as in frame-%d.png")
    }
    return times
  }

  /// Draws the frames and writes the file, or one for each frame.
  func write() throws(Failure) {
    guard path.isNumbered, times.count > 1 else { return try write(times, to: path) }
    for (number, time) in times.enumerated() { try write([time], to: path.numbered(number)) }
  }

  private func write(_ times: [Time], to path: Bytes) throws(Failure) {
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
  /// Whether `%d` stands in it.
  fileprivate var isNumbered: Bool { cut(at: "%d").0.count < count }

  /// With a number in the place of `%d`.
  fileprivate func numbered(_ number: Int) -> Bytes {
    let (before, after) = cut(at: "%d")
    return "\(before)\(number)\(after)"
  }
}
