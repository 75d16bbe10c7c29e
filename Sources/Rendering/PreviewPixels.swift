public import Raster
public import Support

/// The pixels of frames as a display shows them: in its pixel format, and rotated.
public struct PreviewPixels {
  /// The size in pixels, before rotation.
  public let drawnWidth, drawnHeight: Int32
  private let rotation: Rotation
  /// The pixels are converted to this format and back, so that the picture shows what is lost.
  private let format: PixelFormat
  private let renderer: Renderer

  /// The size is that of the picture before rotation or, with `isDisplay`, of the display to which it is rotated at the
  /// end. `option` returns the text of the options `rotate` and `format`; nil is their default.
  public init(width: Int32, height: Int32, isDisplay: Bool, _ option: (StaticString) -> Bytes?) {
    rotation = option("rotate").flatMap { Decimal.integer($0) }.flatMap { Rotation(degrees: $0) } ?? .none
    format = option("format").flatMap { PixelFormat(name: $0.utf8) } ?? .xrgb8888
    renderer = Renderer(tones: format.tones)
    (drawnWidth, drawnHeight) = isDisplay && rotation.isSideways ? (height, width) : (width, height)
  }

  /// The width in pixels, after rotation.
  public var width: Int { Int(rotation.isSideways ? drawnHeight : drawnWidth) }
  /// The height in pixels, after rotation.
  public var height: Int { Int(rotation.isSideways ? drawnWidth : drawnHeight) }

  /// The pixels of a frame, 0xAARRGGBB with premultiplied alpha, row by row.
  public func pixels(of drawOps: [DrawOp], over background: Color) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: width * height)
    pixels.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      let surface = Surface(start, width: drawnWidth, height: drawnHeight, stride: Int(drawnWidth))
      renderer.paintReduced(drawOps, over: background, of: surface)
    }
    let shown = rotation.turned(pixels, width: Int(drawnWidth), height: Int(drawnHeight))
    return format == .xrgb8888 ? shown : format.quantized(shown, width: width)
  }
}
