import Loaders
import Raster
import Scene
import Support

/// One frame of the screen.
struct ScreenFrame {
  let drawOps: [DrawOp]
  /// Time since the loader was shown, in whole milliseconds.
  let time: Time
  /// When the next frame may differ.
  let change: Moment.Change
}
