import Raster
import Scene
import Support

/// The parts of a frame that later frames have too, while only the loader and the progress bar move. They do not change once they
/// are made.
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
  fileprivate let change: Moment.Change

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
  fileprivate func areValid(at time: Time, on pixels: Size, _ display: Context) -> Bool {
    if case .at(let end) = change, time >= end { return false }
    return time >= frame.moment.time && isSameDisplay(pixels) && display.scale == frame.display.scale
      && display.typesetter === frame.display.typesetter
  }

  fileprivate func isSameDisplay(_ pixels: Size) -> Bool { pixels == frame.pixels }
}

/// The still parts of the newest frames of a screen, one for each size of display.
public final class StillPartsCache {
  private var all: [StillParts] = []
  private var version = 0
  /// The most sizes of displays.
  private static let limit = 4

  /// An empty cache.
  public init() {}

  /// Forgets the parts of other versions of the screen. Each change of a screen makes a new version.
  public func select(version: Int) {
    if version != self.version { all = [] }
    self.version = version
  }

  /// The parts at a moment, which `make` makes unless they are known. The moment records when they change.
  func parts(at moment: Moment, on pixels: Size, _ display: Context, make: (Moment) -> StillParts) -> StillParts {
    for parts in all where parts.areValid(at: moment.time, on: pixels, display) {
      moment.record(parts.change)
      return parts
    }
    let parts = make(moment.later(.zero))
    all.removeAll { $0.isSameDisplay(pixels) }
    if parts.change != .always, all.count < StillPartsCache.limit { all.append(parts) }
    return parts
  }
}
