import Raster
import Scene
import Support

/// The parts of a frame that later frames have too, while only the loader and the progress bar move. They do not change
/// once they are made.
final class StillParts {
  /// The places of everything.
  let layout: Layout
  /// What is behind the loader.
  let background: [DrawOp]
  /// The logo and the watermark.
  let pictures: [DrawOp]
  /// The texts, which are in front of everything.
  let texts: [DrawOp]
  /// The frame for which they were made.
  private let frame: FrameLayout
  /// When they change.
  let change: Moment.Change

  /// The parts of a frame; its moment has recorded when they change.
  init(_ frame: FrameLayout, background: [DrawOp], pictures: [DrawOp], texts: [DrawOp]) {
    layout = frame.layout
    self.frame = frame
    self.background = background
    self.pictures = pictures
    self.texts = texts
    change = frame.moment.change
  }

  /// Whether they are those of a frame at another time.
  func areValid(at time: Time, on pixels: Size, _ display: Context) -> Bool {
    if case .at(let end) = change, time >= end { return false }
    return time >= frame.moment.time && isSameDisplay(pixels) && display.scale == frame.display.scale
      && display.typesetter === frame.display.typesetter
  }

  func isSameDisplay(_ pixels: Size) -> Bool { pixels == frame.pixels }
}
