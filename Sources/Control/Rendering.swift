import Images
import Linux
import Loaders
import Notation
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

  init(_ given: Words) throws(Failure) {
    var words = given
    guard let path = words.take("o") else { throw .usage("-o: say which file to write; - is standard output") }
    let size = words.take("size"), screen = words.take("screen"), background = words.take("background")
    if size != nil && screen != nil { throw .usage("--size and --screen: give one of them") }
    (times, rate) = try Rendering.times(&words, path)
    rotation = words.take("rotate").flatMap { Decimal.integer($0) }.flatMap { Rotation(degrees: $0) } ?? .none
    format = words.take("format").flatMap { PixelFormat(name: $0.utf8) } ?? .xrgb8888
    while let assignment = words.take("set") { try words.set(assignment) }
    let loader = try words.loader(try words.entry(), words.options)
    for complaint in loader.complaints {
      Standard.error("loaderctl: \(complaint.name): \(complaint.reason); the standard one is drawn")
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
  private static func times(_ words: inout Words, _ path: Bytes) throws(Failure) -> ([Time], Int) {
    let rate = words.take("fps").flatMap { Decimal.double($0) } ?? 60
    if rate != rate.rounded() { throw .usage("--fps: whole frames a second") }
    if let at = words.take("at").flatMap({ Decimal.double($0) }) {
      if path.hasSuffix(".apng") { throw .usage("--at: a .apng is an animation; give --duration, or write a .png") }
      return ([Time(seconds: at)], Int(rate))
    }
    guard let duration = words.take("duration").flatMap({ Decimal.double($0) }) else {
      throw .usage("--at or --duration: say which moment to draw")
    }
    if path.hasSuffix(".png") { throw .usage("--duration: a .png is one frame; give --at, or write a .apng") }
    let count = Int((duration * rate).rounded())
    if count > frameLimit { throw .usage("--duration: more than \(frameLimit) frames") }
    return ((0..<max(1, count)).map { Time(nanoseconds: Int64((Double($0) * 1e9 / rate).rounded())) }, Int(rate))
  }

  /// Draws the frames and writes the file.
  func write() throws(Failure) {
    let hasAlpha = background.alpha < 255
    var pixels = [UInt32](repeating: 0, count: Int(width) * Int(height))
    let (across, down) = rotation.isSideways ? (height, width) : (width, height)
    var png = PNG(width: Int(across), height: Int(down), hasAlpha: hasAlpha, frames: times.count, delay: (1, rate))
    let painter = Painter()
    for time in times {
      let marks = marks(at: time)
      pixels.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        let canvas = Canvas(start, width: width, height: height, stride: Int(width))
        painter.paint(marks, over: background, in: Region(canvas.bounds), of: canvas)
      }
      var shown = rotation.turned(pixels, width: Int(width), height: Int(height))
      if format != .xrgb8888 { shown = format.shown(shown, width: Int(across)) }
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
      throw .refused("\(path): \(error.reason)")
    }
  }

  private func marks(at time: Time) -> [Mark] {
    let context = Context(typesetter, scale: scale)
    if isScreen {
      var screen = Screen(background: .color(background), scheme: loader.scheme)
      screen.loader.replace(with: loader, at: .zero, fading: false)
      return screen.marks(at: Moment(time), width: width, height: height, context)
    }
    var marks: [Mark] = []
    loader.draw(Moment(time), box, context, &marks)
    return marks
  }
}
