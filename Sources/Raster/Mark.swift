/// What is filled: shapes without a colour.
public enum Shape: Equatable {
  /// A rectangle with rounded corners; a disc when `radius` is half of its sides.
  case box(Box, radius: Fixed)
  /// A line of `width` along the edge of a rounded rectangle, half of it inside.
  case outline(Box, radius: Fixed, width: Fixed)
  case arc(Arc)
  case softDisc(SoftDisc)
  /// Marks that are painted as one: the mark's opacity is the whole group's, its paint is not used.
  indirect case group([Mark])
  /// Coverage with its top left pixel at `x`, `y`.
  case mask(Mask, x: Int32, y: Int32)

  /// Every pixel it may touch.
  public var bounds: Rect {
    switch self {
    case .box(let box, _): box.bounds
    case .outline(let box, _, let width): box.grown(by: Fixed(raw: (width.raw + 1) / 2)).bounds
    case .arc(let arc): arc.bounds
    case .softDisc(let disc): disc.bounds
    case .group(let marks): marks.reduce(.empty) { $0.union($1.bounds) }
    case .mask(let mask, let x, let y): Rect(x, y, x + mask.width, y + mask.height)
    }
  }
}

/// What it is filled with.
public enum Paint: Equatable {
  case color(Color)
  case gradient(Gradient)
  /// Pixels with their top left at `x`, `y`; nothing outside them.
  case picture(Picture, x: Int32, y: Int32)
}

/// How paint meets what is below: source-over, or added and clamped (plus-lighter).
public enum BlendMode: Equatable { case over, plus }

/// A rounded rectangle that limits marks.
public struct Clip: Equatable {
  public var box: Box
  public var radius: Fixed
  public init(_ box: Box, radius: Fixed) { (self.box, self.radius) = (box, radius) }
}

/// One thing to paint. A frame is an array of these, in painting order, so frames can be compared.
public struct Mark: Equatable {
  public var shape: Shape
  public var paint: Paint
  public var opacity: UInt8
  public var blend: BlendMode
  public var clips: [Clip]

  public init(_ shape: Shape, _ paint: Paint, opacity: UInt8 = 255, blend: BlendMode = .over, clips: [Clip] = []) {
    (self.shape, self.paint, self.opacity, self.blend, self.clips) = (shape, paint, opacity, blend, clips)
  }

  /// Every pixel it may change.
  public var bounds: Rect {
    var bounds = shape.bounds
    if case .picture(let picture, let x, let y) = paint {
      bounds = bounds.intersection(Rect(x, y, x + picture.width, y + picture.height))
    }
    return clips.reduce(bounds) { $0.intersection($1.box.bounds) }
  }
}

extension Region {
  /// Where two frames over the same background may differ.
  public init(from old: [Mark], to new: [Mark]) {
    self.init()
    let shared = min(old.count, new.count)
    var head = 0
    while head < shared, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < shared - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    for index in head..<max(old.count, new.count) - tail {
      let before = index < old.count - tail ? old[index] : nil
      let after = index < new.count - tail ? new[index] : nil
      if before == after { continue }
      if let before { add(before.bounds) }
      if let after { add(after.bounds) }
    }
  }
}
