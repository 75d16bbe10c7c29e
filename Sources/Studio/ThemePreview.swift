import Loaders
import Raster
import Rendering
import Scene
import Support
import Text

/// The frames of a whole screen on a display, as `Preview` draws those of a loader.
final class ThemePreview {
  private let screen: Screen
  /// The display, for findings.
  let display: ThemeDisplay
  private let displayed: PreviewPixels
  private let typesetter = Typesetter()

  /// `option` returns the text of an option of `loaderctl render`: `screen`, `millimetres`, `rotate` and `format`.
  /// Throws if there is no size.
  init(_ screen: Screen, _ option: (StaticString) -> Bytes?) throws(UsageError) {
    let size = try Extent(option("screen") ?? "", option: "screen").pixels
    self.screen = screen
    displayed = PreviewPixels(width: size.width, height: size.height, isDisplay: true, option)
    display = ThemeDisplay(
      width: displayed.drawnWidth, height: displayed.drawnHeight,
      millimetres: try DisplayScale.millimetres(option("millimetres")))
  }

  /// The size of the picture in pixels, after rotation.
  var width: Int { displayed.width }
  var height: Int { displayed.height }
  /// The number of characters of the frames so far that no font has.
  var missingGlyphs: Int { typesetter.missing }

  /// The pixels at a time, 0xFFRRGGBB, row by row.
  func pixels(at time: Time) -> [UInt32] {
    let context = Context(typesetter, scale: display.scale)
    let drawOps = screen.drawOps(
      at: Moment(time), width: displayed.drawnWidth, height: displayed.drawnHeight, context)
    return displayed.pixels(of: drawOps, over: screen.background.color)
  }
}
