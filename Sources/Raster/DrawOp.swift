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

  /// Whether two operations are equal.
  public static func == (first: DrawOp, second: DrawOp) -> Bool {
    withUnsafePointer(to: first) { first in withUnsafePointer(to: second) { first.isEqual(to: $0) } }
  }

  /// The pixels that the operation may change.
  public var bounds: Rect { DrawOp.bounds(shape, paint, clips) }

  fileprivate static func bounds(_ shape: Shape, _ paint: Paint, _ clips: [Clip]) -> Rect {
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

  /// The pixels in which two operations may differ, if both paint arcs of one circle in the same way; otherwise nil.
  func changes(to other: DrawOp) -> (start: Rect, end: Rect)? {
    guard case .arc(let arc) = shape, case .arc(let otherArc) = other.shape, paint == other.paint,
      opacity == other.opacity, blend == other.blend, clips == other.clips
    else { return nil }
    return arc.changes(to: otherArc)
  }
}

/// Operations that are looked at where they lie, member by member: a copy of one costs more than to compare it.
extension UnsafePointer<DrawOp> {
  /// `DrawOp.bounds`.
  var bounds: Rect { DrawOp.bounds(pointee.shape, pointee.paint, pointee.clips) }

  /// Whether all members of the operations are equal. What differs most often between two frames comes first.
  @inline(never)
  func isEqual(to other: UnsafePointer<DrawOp>) -> Bool {
    pointee.opacity == other.pointee.opacity && pointee.blend == other.pointee.blend
      && pointee.shape == other.pointee.shape && pointee.paint == other.pointee.paint
      && pointee.clips == other.pointee.clips
  }

  /// Whether the operation replaces all pixels of an area: it is an opaque rectangle.
  func hides(_ area: Rect) -> Bool {
    guard pointee.opacity == 255, pointee.blend == .over, case .box(let box, let radius) = pointee.shape,
      case .color(let color) = pointee.paint, color.alpha == 255, radius.raw <= 0, pointee.clips.isEmpty
    else { return false }
    return box.minX.raw <= area.minX &* 256 && box.minY.raw <= area.minY &* 256 && box.maxX.raw >= area.maxX &* 256
      && box.maxY.raw >= area.maxY &* 256
  }

  /// `DrawOp.changes(to:)`.
  fileprivate func changes(to other: UnsafePointer<DrawOp>) -> (start: Rect, end: Rect)? {
    guard case .arc = pointee.shape, case .arc = other.pointee.shape else { return nil }
    return pointee.changes(to: other.pointee)
  }
}

extension Region {
  /// The damage between two frames over the same background: every pixel in which they may differ.
  public init(from old: [DrawOp], to new: [DrawOp]) {
    self.init()
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        if let first = old.baseAddress, let second = new.baseAddress {
          add(differencesBetween: first, old.count, second, new.count)
        } else {
          for op in old { add(op.bounds) }
          for op in new { add(op.bounds) }
        }
      }
    }
  }

  /// Adds the bounds of the operations that differ.
  private mutating func add(
    differencesBetween old: UnsafePointer<DrawOp>, _ oldCount: Int, _ new: UnsafePointer<DrawOp>, _ newCount: Int
  ) {
    var head = 0, oldEnd = oldCount, newEnd = newCount
    while head < min(oldEnd, newEnd), (old + head).isEqual(to: new + head) { head += 1 }
    // Those at `head` differ, and are not compared again.
    while head + 1 < max(oldEnd, newEnd), head < min(oldEnd, newEnd),
      (old + (oldEnd - 1)).isEqual(to: new + (newEnd - 1))
    {
      oldEnd -= 1
      newEnd -= 1
    }
    for index in head..<max(oldEnd, newEnd) {
      let before = old + index, after = new + index
      if index < min(oldEnd, newEnd) {
        if index > head, before.isEqual(to: after) { continue }
        if let changes = before.changes(to: after) {
          add(changes.start)
          add(changes.end)
          continue
        }
      }
      if index < oldEnd { add(before.bounds) }
      if index < newEnd { add(after.bounds) }
    }
  }
}
