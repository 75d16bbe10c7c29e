public import Loaders
import Raster
import Scene
public import Support
import Text

/// What a display would show of a loader: the loader alone, or a whole screen. `loaderctl render` and the studio draw
/// it.
public final class Preview {
  /// The names of the options that `init` asks for.
  public static var options: [StaticString] { ["size", "screen", "millimetres", "background", "format", "rotate"] }

  private let loader: AnyLoader
  private let background: Color
  /// Whether a whole screen is composed, not the loader alone.
  private let isScreen: Bool
  private let display: PreviewPixels
  /// The loader's box in points; for a whole screen the size of the display.
  private let box: Area
  private let typesetter = Typesetter()
  /// Pixels per point.
  private let scale: Double

  /// A picture of `loader`. `option` returns the text of an option of `loaderctl render`; nil is its default.
  ///
  /// Throws for an option that is invalid, and for a picture that is too large.
  public init(_ loader: AnyLoader, _ option: (StaticString) -> Bytes?) throws(UsageError) {
    self.loader = loader
    let size = option("size")
    if let text = option("background") {
      guard let color = Color(text, loader.scheme) else {
        throw UsageError(
          "--background: \(quoted: text) is not a colour: #RGB, #RRGGBB, #RRGGBBAA, a name such as blue, or transparent"
        )
      }
      background = color
    } else {
      background = loader.scheme.background
    }
    let screen = option("screen")
    isScreen = screen != nil
    let factor = isScreen ? 1 : loader.scale ?? 1
    if let text = screen ?? size {
      let extent = try Extent(text, option: isScreen ? "screen" : "size")
      box = Area(0, 0, extent.width, extent.height)
    } else {
      let natural = loader.size(.unlimited, Context(typesetter, scale: factor))
      box = Area(0, 0, natural.width, natural.height)
    }
    let pixels = Size((box.width * factor - 1e-6).rounded(.up), (box.height * factor - 1e-6).rounded(.up))
    guard pixels.width <= 16384, pixels.height <= 16384, pixels.width * pixels.height <= 67_108_864 else {
      throw UsageError(
        "the picture would be larger than 16384x16384 or 64 million pixels; give a smaller --size or --scale")
    }
    display = PreviewPixels(
      width: Int32(max(1, pixels.width)), height: Int32(max(1, pixels.height)), isDisplay: isScreen, option)
    let millimetres = try DisplayScale.millimetres(option)
    let computed = DisplayScale(width: display.drawnWidth, height: display.drawnHeight, millimetres: millimetres)
    scale = isScreen ? loader.scale ?? computed.value : factor
  }

  /// The width of the picture in pixels, after rotation.
  public var width: Int { display.width }
  /// The height of the picture in pixels, after rotation.
  public var height: Int { display.height }
  /// Whether pixels can be transparent.
  public var hasAlpha: Bool { background.alpha < 255 }

  /// The pixels at a time, 0xAARRGGBB with premultiplied alpha, row by row.
  public func pixels(at time: Time) -> [UInt32] { display.pixels(of: drawOps(at: time), over: background) }

  private func drawOps(at time: Time) -> [DrawOp] {
    let context = Context(typesetter, scale: scale)
    if isScreen {
      var screen = Screen(background: .color(background), scheme: loader.scheme)
      screen.loader.replace(with: loader, at: .zero, fading: false)
      return screen.drawOps(
        at: Moment(time), width: display.drawnWidth, height: display.drawnHeight, context)
    }
    var drawOps: [DrawOp] = []
    loader.draw(Moment(time), box, context, &drawOps)
    return drawOps
  }
}
