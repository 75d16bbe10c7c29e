/// A set of pixels as a few rectangles that do not overlap.
///
/// It may cover more than what was added: rectangles close together become one, because each has a fixed cost.
public struct Region: Equatable {
  public private(set) var rects: [Rect] = []

  /// More than these are merged; a driver takes a handful of clips and then the whole frame.
  public static var limit: Int { 8 }
  /// Pixels that repainting in vain costs less than one more rectangle.
  static var slack: Int { 2048 }

  public init() {}
  public init(_ rect: Rect) { add(rect) }

  public var isEmpty: Bool { rects.isEmpty }
  public var bounds: Rect { rects.reduce(.empty) { $0.union($1) } }

  public mutating func add(_ rect: Rect) {
    if rect.isEmpty { return }
    var added = rect
    var index = 0
    while index < rects.count {
      let joined = added.union(rects[index])
      let overlaps = !added.intersection(rects[index]).isEmpty
      if overlaps || joined.area <= added.area + rects[index].area + Region.slack {
        added = joined
        rects.remove(at: index)
        index = 0  // the larger rectangle may now meet one that was passed
      } else {
        index += 1
      }
    }
    rects.append(added)
    if rects.count > Region.limit { mergeClosest() }
  }

  public mutating func add(_ other: Region) {
    for rect in other.rects { add(rect) }
  }

  public func intersection(_ clip: Rect) -> Region {
    var region = Region()
    region.rects = rects.map { $0.intersection(clip) }.filter { !$0.isEmpty }
    return region
  }

  /// Where it comes to lie when a picture that is `width` × `height` is turned.
  public func turned(_ rotation: Rotation, width: Int32, height: Int32) -> Region {
    var region = Region()
    region.rects = rects.map { rotation.turned($0, width: width, height: height) }
    return region
  }

  private mutating func mergeClosest() {
    var best = (waste: Int.max, first: 0, second: 1)
    for first in rects.indices {
      for second in rects.indices where second > first {
        let waste = rects[first].union(rects[second]).area - rects[first].area - rects[second].area
        if waste < best.waste { best = (waste, first, second) }
      }
    }
    let joined = rects[best.first].union(rects[best.second])
    rects.remove(at: best.second)
    rects.remove(at: best.first)
    add(joined)
  }
}
