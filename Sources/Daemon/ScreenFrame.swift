import Loaders
import Raster
import Scene
import Support

/// A frame of a session.
struct ScreenFrame {
  let drawOps: [DrawOp]
  /// Since the loader was shown, in whole milliseconds.
  let time: Time
  /// When a later frame may differ, on the monotonic clock: at once, then, or never.
  let change: Moment.Change
}

extension ScreenModel {
  /// The frame that will be seen at `target`. A loader's own time is whole milliseconds, so that `loaderctl render` can draw the same.
  func frame(at target: Int64, width: Int32, height: Int32, _ context: Context) -> ScreenFrame {
    let moment = Moment(Time(nanoseconds: target))
    let drawOps = screen.drawOps(at: moment, width: width, height: height, context)
    let time = screen.loader.since.map { Screen.age(of: $0, at: moment.time) } ?? .zero
    return ScreenFrame(drawOps: drawOps, time: time, change: moment.change)
  }
}
