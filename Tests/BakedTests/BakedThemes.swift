import Baked
import Baking
import Loaders
import Raster
import Rendering
import Scene
import Support
import Testing
import Text

/// Screens of themes in memory, baked and drawn by the theme.
struct BakedTheme {
  let screen: Screen
  let width: Int32, height: Int32
  let file: BakedFile
  let bytes: [UInt8]
  let warnings: [Bytes]
  private let typesetter = Typesetter()

  init(_ text: Bytes, mode: Bytes = "boot", width: Int32 = 320, height: Int32 = 240, rate: Int = 60) throws {
    let files = Files { (path) throws(ParameterError) in throw ParameterError("file", path) }
    let theme = Theme(INI(text), mode: ScreenMode(mode) ?? .boot, files)
    try #require(theme.problems.isEmpty)
    screen = try Screen(theme, mode: ScreenMode(mode)) { _ in nil }
    self.width = width
    self.height = height
    var baker = ScreenBaker(rate: rate, source: 7, fallback: nil)
    baker.add(
      screen, mode: mode, hasProgress: mode != "failure", width: width, height: height, rotation: 0, scale: nil,
      call: nil)
    bytes = baker.bytes
    file = try #require(BakedFile(bytes))
    warnings = baker.warnings
  }

  /// The pixels that the theme draws at a time in milliseconds.
  func drawn(at milliseconds: Int64, progress: Int?) -> [UInt32] {
    var screen = screen
    if let progress {
      let value = Double(progress) / 100
      screen.progress = ProgressAnimation(from: value, to: value, since: .zero)
    }
    let context = Context(typesetter, scale: DisplayScale(width: width, height: height).value)
    let moment = Moment(Time(nanoseconds: milliseconds * 1_000_000))
    return BakedTheme.pixels(
      screen.drawOps(at: moment, width: width, height: height, context), screen.background.color, width, height)
  }

  /// The pixels of the baked frame at a time in nanoseconds.
  func baked(at nanoseconds: Int64, progress: Int?) throws -> [UInt32] {
    let frame = try #require(
      file.screens[0].frame(of: file, at: nanoseconds, progress: progress, width: width, height: height))
    return BakedTheme.pixels(frame.drawOps, frame.background, width, height)
  }

  static func pixels(_ drawOps: [DrawOp], _ background: Color, _ width: Int32, _ height: Int32) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: Int(width) * Int(height))
    pixels.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      let surface = Surface(start, width: width, height: height, stride: Int(width))
      Renderer().paint(drawOps, over: background, in: Region(surface.bounds), of: surface)
    }
    return pixels
  }
}
