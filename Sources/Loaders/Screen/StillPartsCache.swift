import Scene
import Support

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
