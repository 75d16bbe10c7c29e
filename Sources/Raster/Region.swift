import Support

/// A set of pixels, kept as at most eight rectangles that do not overlap.
///
/// A region may cover more pixels than were added: rectangles that are close together are merged, because each has a
/// fixed cost.
public struct Region: Equatable {
  /// The rectangles, which are not empty and do not overlap.
  public internal(set) var rects: [Rect] = []

  /// The most rectangles; further ones are merged. Drivers accept few damage clips and update the whole frame
  /// otherwise.
  public static var limit: Int { 8 }
  /// How many unneeded pixels are cheaper to repaint than one more rectangle.
  static var slack: Int { 2048 }

  /// An empty region.
  public init() {}
  /// A region of one rectangle.
  public init(_ rect: Rect) { add(rect) }

  /// True if there are no pixels.
  public var isEmpty: Bool { rects.isEmpty }
  /// The smallest rectangle that contains the region.
  public var bounds: Rect { rects.reduce(.empty) { $0.union($1) } }

  /// Adds a rectangle and merges it with those that it overlaps or nearly touches.
  public mutating func add(_ rect: Rect) {
    if rect.isEmpty || rects.contains(where: { $0.contains(rect) }) { return }
    var added = rect
    var index = 0
    while index < rects.count {
      let joined = added.union(rects[index])
      let overlaps = !added.intersection(rects[index]).isEmpty
      if overlaps || joined.area <= added.area + rects[index].area + Region.slack {
        added = joined
        rects.remove(at: index)
        index = 0  // the larger rectangle may overlap one that was checked before
      } else {
        index += 1
      }
    }
    rects.append(added)
    if rects.count > Region.limit { mergeClosest() }
  }

  /// Adds every rectangle of another region.
  public mutating func add(_ other: Region) {
    if isEmpty { return self = other }
    for rect in other.rects { add(rect) }
  }

  /// The pixels of the region inside `clip`.
  public func intersection(_ clip: Rect) -> Region {
    if rects.allSatisfy({ clip.contains($0) }) { return self }
    var region = Region()
    region.rects = rects.map { $0.intersection(clip) }.filter { !$0.isEmpty }
    return region
  }

  /// Merges the two rectangles whose union adds the fewest pixels.
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
