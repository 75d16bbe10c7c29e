import Loaders
import Raster
import Rendering
import Scene
import Support
import Text

/// The frames of a whole screen on a display, as `Preview` draws those of a loader.
final class ThemePreview {
  private let screen: Screen
  /// Size in pixels, before rotation.
  private let drawnWidth, drawnHeight: Int32
  private let rotation: Rotation
  private let format: PixelFormat
  /// The display, for findings.
  let display: ThemeDisplay
  private let typesetter = Typesetter()
  private let renderer: Renderer

  /// `option` returns the text of an option of `loaderctl render`: `screen`, `millimetres`, `rotate` and `format`.
  /// Throws if there is no size.
  init(_ screen: Screen, _ option: (StaticString) -> Bytes?) throws(UsageError) {
    let extent = try Extent(option("screen") ?? "", option: "screen")
    self.screen = screen
    rotation = option("rotate").flatMap { Decimal.integer($0) }.flatMap { Rotation(degrees: $0) } ?? .none
    format = option("format").flatMap { PixelFormat(name: $0.utf8) } ?? .xrgb8888
    renderer = Renderer(tones: format.tones)
    let (across, down) = (Int32(max(1, extent.width)), Int32(max(1, extent.height)))
    (drawnWidth, drawnHeight) = rotation.isSideways ? (down, across) : (across, down)
    let millimetres = try DisplayScale.millimetres(option("millimetres"))
    display = ThemeDisplay(width: drawnWidth, height: drawnHeight, millimetres: millimetres)
  }

  /// The size of the picture in pixels, after rotation.
  var width: Int { Int(rotation.isSideways ? drawnHeight : drawnWidth) }
  var height: Int { Int(rotation.isSideways ? drawnWidth : drawnHeight) }
  /// The number of characters of the frames so far that no font has.
  var missingGlyphs: Int { typesetter.missing }

  /// The pixels at a time, 0xFFRRGGBB, row by row.
  func pixels(at time: Time) -> [UInt32] {
    let context = Context(typesetter, scale: display.scale)
    let drawOps = screen.drawOps(at: Moment(time), width: drawnWidth, height: drawnHeight, context)
    var pixels = [UInt32](repeating: 0, count: width * height)
    pixels.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      let canvas = Surface(start, width: drawnWidth, height: drawnHeight, stride: Int(drawnWidth))
      renderer.paintReduced(drawOps, over: screen.background.color, of: canvas)
    }
    let shown = rotation.turned(pixels, width: Int(drawnWidth), height: Int(drawnHeight))
    return format == .xrgb8888 ? shown : format.quantized(shown, width: width)
  }
}
