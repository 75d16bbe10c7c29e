import Scene
import Support
import Text

extension LayoutSearch {
  /// A factor up to 1 with which a loader fits into `room`, and its size then; nil if there is none.
  ///
  /// The loader is made smaller first: a little so that no word of it is divided between two lines, which is not always
  /// possible, or as much as it takes; large texts are made as small as those of usual size. Its texts do not become
  /// smaller than the least size, so they may have to be shortened.
  func fitted(_ loader: AnyLoader, in room: Size) -> (factor: Double, size: Size, isShortened: Bool, isWhole: Bool)? {
    if room.width <= 0 || room.height <= 0 { return nil }
    for attempt in Attempt.allCases where attempt != .whole || !arguments.isConsole {
      let isShortened = attempt == .shortened
      var factor = isShortened ? 0.6 : 1.0
      let typesetter = context.typesetter, usualSize = 17 * context.scale
      typesetter.smallestSize = 0
      for _ in 0..<24 where factor > attempt.least || typesetter.smallestSize > attempt.least * usualSize {
        var inner = context
        inner.scale(by: factor, about: Area(0, 0, 0, 0))
        let offered = Size(room.width / factor, isShortened ? room.height / factor : .infinity)
        (typesetter.isWhole, typesetter.smallestSize) = (true, 0)
        let size = loader.size(offered, inner)
        if attempt == .whole, !typesetter.isWhole {
          factor /= 1.12
          continue
        }
        let excess = max(size.width * factor / room.width, size.height * factor / room.height)
        if excess < 1 + 1e-9 {
          let isWhole = typesetter.isWhole
          let whole = isShortened ? loader.size(Size(offered.width, .infinity), inner).height : 0
          return (factor, Size(size.width * factor, size.height * factor), whole > size.height + 1e-6, isWhole)
        }
        factor /= max(excess, 1.02)
      }
    }
    return nil
  }

  private enum Attempt: CaseIterable {
    /// No word is divided; the lines of a log are too long for that.
    case whole
    case smaller
    /// Texts are shortened.
    case shortened

    /// The least factor.
    var least: Double {
      switch self {
      case .whole: 0.6
      case .smaller: 0.35
      case .shortened: 0.02
      }
    }
  }

  /// Points between the logo and the loader below it, of the `room` above the loader. The sign of a failure is as far
  /// from the logo as from its text, unless the logo would lose much: many logos are round, as the sign is.
  func logoGap(in room: Double) -> Double {
    let least = LayoutSearch.partGap * textScale
    return arguments.standsAlone ? max(least, min(LayoutSearch.loaderGap * textScale, room / 4)) : least
  }

  /// The least height of a loader that fills the screen, in points, if it must leave room for texts.
  private static var leastCoverHeight: Double { 24 }

  /// The box of a loader that covers the screen: all of it if its picture, which is in the middle, leaves room for the
  /// rest, else the height between the rest. It is empty where only the loader's background has room.
  func box(ofCovering loader: AnyLoader) -> Area {
    let bottom = screen.y + screen.height
    let height = min(screen.height, loader.size(.unlimited, context).height)
    let picture = Area(screen.x, screen.y + (screen.height - height) / 2, screen.width, height)
    var upper = screen.y, lower = bottom
    for element in Layout.Element.allCases {
      guard let box = places.boxes[element] else { continue }
      let gap = LayoutSearch.partGap * textScale
      if box.y + box.height / 2 < screen.y + screen.height * 0.3 {
        upper = max(upper, box.y + box.height + gap)
      } else {
        lower = min(lower, box.y - gap)
      }
    }
    if upper <= picture.y, lower >= picture.y + picture.height { return screen }
    let room = lower - upper
    return Area(screen.x, upper, screen.width, room < LayoutSearch.leastCoverHeight ? 0 : room)
  }
}
