/// One drawing operation. A frame is an array of operations in painting order, so frames can be compared.
public struct DrawOp: Equatable {
  /// What is painted.
  public var shape: Shape
  /// Its colours.
  public var paint: Paint
  /// 0 (invisible) to 255 (opaque); multiplies the paint's alpha.
  public var opacity: UInt8
  /// How it is combined with the pixels below.
  public var blend: BlendMode
  /// The clips, which are intersected.
  public var clips: [Clip]

  /// An operation; opaque, source-over and without clips unless given.
  public init(_ shape: Shape, _ paint: Paint, opacity: UInt8 = 255, blend: BlendMode = .over, clips: [Clip] = []) {
    self.shape = shape
    self.paint = paint
    self.opacity = opacity
    self.blend = blend
    self.clips = clips
  }

  /// The pixels that the operation may change.
  public var bounds: Rect {
    var bounds = shape.bounds
    switch paint {
    case .picture(let picture, let x, let y):
      bounds = bounds.intersection(Rect(x, y, x + picture.width, y + picture.height))
    case .movingPicture(let picture, let x, let y, _, let repeats):
      bounds = bounds.intersection(Rect(x, y, x + picture.width + (repeats ? 0 : 1), y + picture.height))
    case .color, .gradient: break
    }
    return clips.reduce(bounds) { $0.intersection($1.box.bounds) }
  }

  /// Whether the operation replaces all pixels of an area: it is an opaque rectangle.
  func hides(_ area: Rect) -> Bool {
    guard case .box(let box, let radius) = shape, case .color(let color) = paint, color.alpha == 255, opacity == 255,
      blend == .over, radius.raw <= 0, clips.isEmpty
    else { return false }
    return box.minX.raw <= area.minX &* 256 && box.minY.raw <= area.minY &* 256 && box.maxX.raw >= area.maxX &* 256
      && box.maxY.raw >= area.maxY &* 256
  }

  /// The pixels in which two operations may differ, if both paint arcs of one circle in the same way; otherwise nil.
  func changes(to other: DrawOp) -> (start: Rect, end: Rect)? {
    guard case .arc(let arc) = shape, case .arc(let otherArc) = other.shape, paint == other.paint,
      opacity == other.opacity, blend == other.blend, clips == other.clips
    else { return nil }
    return arc.changes(to: otherArc)
  }
}

extension Region {
  /// The damage between two frames over the same background: every pixel in which they may differ.
  public init(from old: [DrawOp], to new: [DrawOp]) {
    self.init()
    // Elements are compared where they lie: a copy of an operation costs more than the comparison.
    old.withUnsafeBufferPointer { before in
      new.withUnsafeBufferPointer { after in add(differencesBetween: before, after) }
    }
  }

  /// Adds the bounds of the operations that differ.
  private mutating func add(differencesBetween old: UnsafeBufferPointer<DrawOp>, _ new: UnsafeBufferPointer<DrawOp>) {
    var head = 0, oldEnd = old.count, newEnd = new.count
    while head < min(oldEnd, newEnd), Region.areEqual(old, head, new, head) { head += 1 }
    // Those at `head` differ, and are not compared again.
    while head + 1 < max(oldEnd, newEnd), head < min(oldEnd, newEnd),
      Region.areEqual(old, oldEnd - 1, new, newEnd - 1)
    {
      oldEnd -= 1
      newEnd -= 1
    }
    for index in head..<max(oldEnd, newEnd) {
      if index < min(oldEnd, newEnd) {
        if index > head, Region.areEqual(old, index, new, index) { continue }
        if let changes = old[index].changes(to: new[index]) {
          add(changes.start)
          add(changes.end)
          continue
        }
      }
      if index < oldEnd { add(old[index].bounds) }
      if index < newEnd { add(new[index].bounds) }
    }
  }

  /// Whether two operations are equal; a function of its own, because the comparison is long.
  @inline(never)
  private static func areEqual(
    _ first: UnsafeBufferPointer<DrawOp>, _ index: Int, _ second: UnsafeBufferPointer<DrawOp>, _ other: Int
  ) -> Bool {
    first[index] == second[other]
  }
}
