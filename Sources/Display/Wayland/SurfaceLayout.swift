import Raster
import Support

/// How a picture lies on a surface that fills an output. Pure.
struct SurfaceLayout: Equatable {
  /// Of the buffer, in pixels.
  let width, height: Int32
  /// Of the surface, in the compositor's points.
  let pointWidth, pointHeight: Int32
  /// Pixels a point, where that is a whole number; else the viewport scales.
  let bufferScale: Int32
  /// As wl_output counts it; with the output's own one the compositor need not turn what it gets.
  let transform: Int32
  /// How the picture is turned when it is copied to the buffer.
  let rotation: Rotation
  /// Pixels a point.
  let density: Double

  /// What a compositor tells, which may be anything.
  struct Parameters: Equatable {
    /// Of the surface, in points; 0 is ours to choose.
    var width: Int32 = 0, height: Int32 = 0
    /// Of the output, in pixels, before it is turned.
    var modeWidth: Int32 = 0, modeHeight: Int32 = 0
    var scale: Int32 = 1
    /// The scale in 120ths, where the compositor knows it so well and we have a viewport.
    var fractionalScale: UInt32?
    var transform: Int32 = 0
  }

  /// The maximumSide side, and pixels in all: a gigabyte is no loading screen.
  static var maximumSide: Int64 { 16384 }
  static var maximumPixelCount: Int64 { 1 << 26 }

  /// `turn` is what our own settings ask for. Nil for a buffer that nobody could want.
  init?(_ parameters: Parameters, turn: Rotation) {
    let isSideways = parameters.transform & 1 == 1
    let bufferScale = Int64(max(1, min(8, parameters.scale)))
    let factor = parameters.fractionalScale.map { max(30, min(960, Int64($0))) } ?? bufferScale * 120
    func points(_ asked: Int32, _ pixels: Int32) -> Int64 {
      max(1, min(SurfaceLayout.maximumSide, asked > 0 ? Int64(asked) : Int64(pixels) * 120 / factor))
    }
    let across = points(parameters.width, isSideways ? parameters.modeHeight : parameters.modeWidth)
    let down = points(parameters.height, isSideways ? parameters.modeWidth : parameters.modeHeight)
    let size = ((across * factor + 60) / 120, (down * factor + 60) / 120)
    guard max(size.0, size.1) <= SurfaceLayout.maximumSide, size.0 * size.1 <= SurfaceLayout.maximumPixelCount else {
      return nil
    }
    (pointWidth, pointHeight) = (Int32(across), Int32(down))
    self.bufferScale = parameters.fractionalScale == nil ? Int32(bufferScale) : 1
    density = Double(factor) / 120
    // The others are mirrored, which the compositor does itself.
    transform = (0...3).contains(parameters.transform) ? parameters.transform : 0
    let isTurned = transform & 1 == 1
    (width, height) = (Int32(isTurned ? size.1 : size.0), Int32(isTurned ? size.0 : size.1))
    rotation = Rotation(degrees: (turn.degrees + 360 - Int(transform) * 90) % 360) ?? turn
  }

  /// Of the picture.
  var pictureWidth: Int32 { rotation.isSideways ? height : width }
  var pictureHeight: Int32 { rotation.isSideways ? width : height }
}
