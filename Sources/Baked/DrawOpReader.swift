import Raster
import Support

/// Reads the drawing operations of a frame. Every number is checked: what is not possible makes the frame nil.
///
/// An operation is a word with the kinds of shape (4 bits), paint (4 bits) and blending (8 bits), the opacity (8 bits)
/// and the number of clips (8 bits), then the numbers of the shape, of the paint, and of each clip.
struct DrawOpReader {
  private let file: BakedFile
  /// Where the picture of the file is on the display, in pixels.
  private let x, y: Int32
  /// Operations that may still follow.
  private var rest = BakedFormat.Limit.drawOps
  /// The next word.
  private var position = 0

  init(_ file: BakedFile, x: Int32, y: Int32) { (self.file, self.x, self.y) = (file, x, y) }

  /// Appends the operations of the list at an offset. Returns false if they are not valid.
  mutating func read(list: Int, depth: Int = 0, into drawOps: inout [DrawOp]) -> Bool {
    guard depth <= BakedFormat.Limit.depth, let count = file.word(list), count <= UInt32(rest) else { return false }
    rest -= Int(count)
    for index in 0..<Int(count) {
      guard let offset = file.offset(list + 1 + index) else { return false }
      position = offset
      guard let drawOp = drawOp(depth) else { return false }
      drawOps.append(drawOp)
    }
    return true
  }

  private mutating func next() -> UInt32? {
    defer { position += 1 }
    return file.word(position)
  }

  /// A number within ± `limit`.
  private mutating func number(_ limit: Int32) -> Int32? {
    guard let word = next() else { return nil }
    let value = Int32(bitPattern: word)
    return value >= -limit && value <= limit ? value : nil
  }

  private mutating func fixed(_ offset: Int32 = 0) -> Fixed? {
    number(BakedFormat.Limit.fixed).map { Fixed(raw: $0 + offset * 256) }
  }

  /// A length, at least 0.
  private mutating func length() -> Fixed? { fixed().flatMap { $0.raw >= 0 ? $0 : nil } }

  private mutating func position(_ offset: Int32) -> Int32? { number(BakedFormat.Limit.position).map { $0 + offset } }

  private mutating func color() -> Color? {
    next().map { Color($0, alpha: UInt8(truncatingIfNeeded: $0 >> 24)) }
  }

  private mutating func box() -> Box? {
    guard let minX = fixed(x), let minY = fixed(y), let maxX = fixed(x), let maxY = fixed(y), minX <= maxX, minY <= maxY
    else { return nil }
    return Box(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  private mutating func drawOp(_ depth: Int) -> DrawOp? {
    guard let head = next(), let shape = shape(head & 15, depth), let paint = paint(head >> 4 & 15) else { return nil }
    let clipCount = Int(head >> 24)
    let blend = head >> 8 & 255
    guard blend <= BakedFormat.Blend.plus, clipCount <= BakedFormat.Limit.clips else { return nil }
    var clips: [Clip] = []
    for _ in 0..<clipCount {
      guard let box = box(), let radius = length() else { return nil }
      clips.append(Clip(box, radius: radius))
    }
    return DrawOp(
      shape, paint, opacity: UInt8(truncatingIfNeeded: head >> 16),
      blend: blend == BakedFormat.Blend.over ? .over : .plus,
      clips: clips)
  }

  private mutating func shape(_ kind: UInt32, _ depth: Int) -> Shape? {
    switch kind {
    case BakedFormat.Shape.box:
      guard let box = box(), let radius = length() else { return nil }
      return .box(box, radius: radius)
    case BakedFormat.Shape.outline:
      guard let box = box(), let radius = length(), let width = length() else { return nil }
      return .outline(box, radius: radius, width: width)
    case BakedFormat.Shape.arc:
      guard let centerX = fixed(x), let centerY = fixed(y), let radius = length(), let width = length(),
        let start = direction(), let end = direction(), let isLarge = next()
      else { return nil }
      return .arc(
        Arc(
          centerX: centerX, centerY: centerY, radius: radius, width: width, from: start, to: end,
          isLarge: isLarge == 1))
    case BakedFormat.Shape.group:
      guard let list = file.offset(position) else { return nil }
      let after = position + 1
      var members: [DrawOp] = []
      if !read(list: list, depth: depth + 1, into: &members) { return nil }
      position = after
      return .group(members)
    case BakedFormat.Shape.mask:
      guard let index = next(), let mask = file.mask(index), let x = position(x), let y = position(y) else {
        return nil
      }
      return .mask(mask, x: x, y: y)
    default: return nil
    }
  }

  private mutating func direction() -> Arc.Direction? {
    guard let x = number(1 << 17), let y = number(1 << 17) else { return nil }
    return Arc.Direction(rawX: x, rawY: y)
  }

  private mutating func paint(_ kind: UInt32) -> Paint? {
    switch kind {
    case BakedFormat.Paint.color: return color().map { .color($0) }
    case BakedFormat.Paint.gradient: return gradient().map { .gradient($0) }
    case BakedFormat.Paint.picture:
      guard let index = next(), let picture = file.picture(index), let x = position(x), let y = position(y) else {
        return nil
      }
      return .picture(picture, x: x, y: y)
    case BakedFormat.Paint.movingPicture:
      guard let index = next(), let picture = file.picture(index), let x = position(x), let y = position(y),
        let shift = next(), shift < 256, let repeats = next()
      else { return nil }
      return .movingPicture(picture, x: x, y: y, shift: UInt8(shift), repeats: repeats == 1)
    default: return nil
    }
  }

  private mutating func gradient() -> Gradient? {
    guard let kind = next(), let fromX = fixed(x), let fromY = fixed(y) else { return nil }
    let axis: Gradient.Axis
    switch kind {
    case BakedFormat.Axis.line:
      guard let toX = fixed(x), let toY = fixed(y) else { return nil }
      axis = .line(fromX: fromX, fromY: fromY, toX: toX, toY: toY)
    case BakedFormat.Axis.circles:
      guard let fromRadius = fixed(), let toRadius = fixed() else { return nil }
      axis = .circles(x: fromX, y: fromY, fromRadius: fromRadius, toRadius: toRadius)
    case BakedFormat.Axis.squares:
      guard let radius = length() else { return nil }
      axis = .squares(x: fromX, y: fromY, radius: radius)
    default: return nil
    }
    guard let count = next(), count <= BakedFormat.Limit.stops else { return nil }
    var stops: [Gradient.Stop] = []
    for _ in 0..<count {
      guard let location = number(1 << 30), stops.last.map({ $0.location <= location }) ?? true, let color = color()
      else { return nil }
      stops.append(Gradient.Stop(raw: location, color))
    }
    // A gradient by squares is computed between its first and its last stop.
    if kind == BakedFormat.Axis.squares, let first = stops.first, let last = stops.last, first.location >= last.location
    {
      return nil
    }
    return Gradient(axis, stops: stops)
  }
}
