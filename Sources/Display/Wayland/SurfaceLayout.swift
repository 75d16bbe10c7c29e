import Raster
import Support

/// Sizes, scale and rotation of a surface that fills an output. Pure.
struct SurfaceLayout: Equatable {
  /// Size of the buffer in pixels.
  let width, height: Int32
  /// Size of the surface in the compositor's logical pixels.
  let pointWidth, pointHeight: Int32
  /// wl_surface.set_buffer_scale; 1 where the viewport scales by a fraction.
  let bufferScale: Int32
  /// wl_surface.set_buffer_transform. With the output's own transform, the compositor need not rotate the buffer.
  let transform: Int32
  /// Rotation that is applied when the picture is copied to the buffer.
  let rotation: Rotation
  /// Pixels of the buffer per logical pixel.
  let density: Double

  /// Values from the compositor, which are not trusted.
  struct Parameters: Equatable {
    /// Size of the surface in logical pixels; 0 if we may choose.
    var width: Int32 = 0, height: Int32 = 0
    /// Mode of the output in pixels, before its transform.
    var modeWidth: Int32 = 0, modeHeight: Int32 = 0
    var scale: Int32 = 1
    /// wp_fractional_scale_v1.preferred_scale, in 120ths, where it and wp_viewporter exist.
    var fractionalScale: UInt32?
    var transform: Int32 = 0
  }

  /// Limits of a buffer: longest side and number of pixels (256 MiB).
  static var maximumSide: Int64 { 16384 }
  static var maximumPixelCount: Int64 { 1 << 26 }

  /// `rotation` is the configured one. Nil if the buffer would exceed the limits.
  init?(_ parameters: Parameters, rotation configured: Rotation) {
    let isSideways = parameters.transform & 1 == 1
    let bufferScale = Int64(max(1, min(8, parameters.scale)))
    let factor = parameters.fractionalScale.map { max(30, min(960, Int64($0))) } ?? bufferScale * 120
    func points(_ asked: Int32, _ pixels: Int32) -> Int64 {
      max(1, min(SurfaceLayout.maximumSide, asked > 0 ? Int64(asked) : Int64(pixels) * 120 / factor))
    }
    let across = points(parameters.width, isSideways ? parameters.modeHeight : parameters.modeWidth)
    let down = points(parameters.height, isSideways ? parameters.modeWidth : parameters.modeHeight)
    let size = (max(1, (across * factor + 60) / 120), max(1, (down * factor + 60) / 120))
    guard max(size.0, size.1) <= SurfaceLayout.maximumSide, size.0 * size.1 <= SurfaceLayout.maximumPixelCount else {
      return nil
    }
    pointWidth = Int32(across)
    pointHeight = Int32(down)
    self.bufferScale = parameters.fractionalScale == nil ? Int32(bufferScale) : 1
    density = Double(factor) / 120
    // The other transforms are mirrored; the compositor applies those itself.
    transform = (0...3).contains(parameters.transform) ? parameters.transform : 0
    let swapsSides = transform & 1 == 1
    width = Int32(swapsSides ? size.1 : size.0)
    height = Int32(swapsSides ? size.0 : size.1)
    rotation = Rotation(degrees: (configured.degrees + 360 - Int(transform) * 90) % 360) ?? configured
  }

  /// Size of the picture, before rotation.
  var pictureWidth: Int32 { rotation.isSideways ? height : width }
  var pictureHeight: Int32 { rotation.isSideways ? width : height }
}
