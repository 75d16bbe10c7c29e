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

extension ScreenModel {
  /// The frame that is visible at `target`, in nanoseconds of CLOCK_MONOTONIC; `width` and `height` in pixels. A
  /// loader's time is in whole milliseconds, so that `loaderctl render` can draw the same frame.
  func frame(at target: Int64, width: Int32, height: Int32, _ context: Context) -> ScreenFrame {
    let moment = Moment(Time(nanoseconds: target))
    let drawOps = screen.drawOps(at: moment, width: width, height: height, context)
    let time = screen.loader.since.map { Screen.age(of: $0, at: moment.time) } ?? .zero
    return ScreenFrame(drawOps: drawOps, time: time, change: moment.change)
  }
}
