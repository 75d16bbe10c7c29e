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
  /// Size in pixels, before rotation.
  private let drawnWidth, drawnHeight: Int32
  private let rotation: Rotation
  /// The pixels are converted to this format and back, so that the picture shows what is lost.
  private let format: PixelFormat
  /// The loader's box in points; for a whole screen the size of the display.
  private let box: Area
  private let typesetter = Typesetter()
  private let renderer: Renderer
  /// Pixels per point.
  private let scale: Double

  /// A picture of `loader`. `option` returns the text of an option of `loaderctl render`; nil is its default.
  ///
  /// Throws for an option that is invalid, and for a picture that is too large.
  public init(_ loader: AnyLoader, _ option: (StaticString) -> Bytes?) throws(UsageError) {
    self.loader = loader
    rotation = option("rotate").flatMap { Decimal.integer($0) }.flatMap { Rotation(degrees: $0) } ?? .none
    format = option("format").flatMap { PixelFormat(name: $0.utf8) } ?? .xrgb8888
    renderer = Renderer(tones: format.tones)
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
    let display = option("screen")
    isScreen = display != nil
    let factor = isScreen ? 1 : loader.scale ?? 1
    if let text = display ?? size {
      let extent = try Extent(text, option: display == nil ? "size" : "screen")
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
    let (across, down) = (Int32(max(1, pixels.width)), Int32(max(1, pixels.height)))
    // The size of a display is given; the picture is rotated to it at the end. A loader alone is rotated afterwards.
    (drawnWidth, drawnHeight) = isScreen && rotation.isSideways ? (down, across) : (across, down)
    let millimetres = try DisplayScale.millimetres(option)
    let computed = DisplayScale(width: drawnWidth, height: drawnHeight, millimetres: millimetres)
    scale = isScreen ? loader.scale ?? computed.value : factor
  }

  /// The width of the picture in pixels, after rotation.
  public var width: Int { Int(rotation.isSideways ? drawnHeight : drawnWidth) }
  /// The height of the picture in pixels, after rotation.
  public var height: Int { Int(rotation.isSideways ? drawnWidth : drawnHeight) }
  /// Whether pixels can be transparent.
  public var hasAlpha: Bool { background.alpha < 255 }

  /// The pixels at a time, 0xAARRGGBB with premultiplied alpha, row by row.
  public func pixels(at time: Time) -> [UInt32] {
    let drawOps = drawOps(at: time)
    var pixels = [UInt32](repeating: 0, count: width * height)
    pixels.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      let canvas = Surface(start, width: drawnWidth, height: drawnHeight, stride: Int(drawnWidth))
      renderer.paintReduced(drawOps, over: background, of: canvas)
    }
    let shown = rotation.turned(pixels, width: Int(drawnWidth), height: Int(drawnHeight))
    return format == .xrgb8888 ? shown : format.quantized(shown, width: width)
  }

  private func drawOps(at time: Time) -> [DrawOp] {
    let context = Context(typesetter, scale: scale)
    if isScreen {
      var screen = Screen(background: .color(background), scheme: loader.scheme)
      screen.loader.replace(with: loader, at: .zero, fading: false)
      return screen.drawOps(at: Moment(time), width: drawnWidth, height: drawnHeight, context)
    }
    var drawOps: [DrawOp] = []
    loader.draw(Moment(time), box, context, &drawOps)
    return drawOps
  }
}
