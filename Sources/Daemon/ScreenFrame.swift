import Loaders
import Raster
import Scene
import Support

/// One frame of the screen.
struct ScreenFrame {
  var drawOps: [DrawOp]
  /// Time since the loader was shown, in whole milliseconds.
  let time: Time
  /// When the next frame may differ.
  var change: Moment.Change
  /// The opacity of the whole picture, 0 to 255.
  let opacity: UInt8
}
