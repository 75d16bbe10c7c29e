import Scene
import Support

extension Layout {
  /// A factor up to 1 with which a loader fits into `room`, and its size then; nil if there is none.
  ///
  /// The loader is made smaller first. Its texts do not become smaller than the least size, so they may have to be
  /// shortened.
  func fitted(_ loader: AnyLoader, in room: Size) -> (factor: Double, size: Size, isShortened: Bool)? {
    if room.width <= 0 || room.height <= 0 { return nil }
    for isShortened in [false, true] {
      var factor = isShortened ? 0.6 : 1.0
      for _ in 0..<8 where factor > (isShortened ? 0.02 : 0.35) {
        var inner = context
        inner.scale(by: factor, about: Area(0, 0, 0, 0))
        let offered = Size(room.width / factor, isShortened ? room.height / factor : .infinity)
        let size = loader.size(offered, inner)
        let excess = max(size.width * factor / room.width, size.height * factor / room.height)
        if excess < 1 + 1e-9 {
          let whole = isShortened ? loader.size(Size(offered.width, .infinity), inner).height : 0
          return (factor, Size(size.width * factor, size.height * factor), whole > size.height + 1e-6)
        }
        factor /= max(excess, 1.02)
      }
    }
    return nil
  }
}
