public import Raster
public import Support

/// Writes a `BakedFile`. Content that is equal is written once.
public struct BakedWriter {
  /// The number of a list of operations in the file.
  public typealias List = UInt32

  private let rate: UInt32
  private let source: UInt64
  /// All words behind the header.
  private var words: [UInt32] = []
  /// A hash table of what was written, with open addressing: offset and number of words; a number of 0 is a free slot.
  private var table = [(offset: UInt32, count: UInt32)](repeating: (0, 0), count: 1024)
  private var tableCount = 0
  /// The words of the tables.
  private var resources: [UInt32] = [], screens: [UInt32] = []
  private var masks: [(mask: Mask, index: UInt32)] = []
  private var pictures: [(picture: Picture, index: UInt32)] = []

  /// A file with `rate` frames per second (1 to 240); `source` identifies what it is made from.
  public init(rate: Int, source: UInt64) {
    self.rate = UInt32(max(1, min(240, rate)))
    self.source = source
  }

  /// The bytes so far.
  public var size: Int { 4 * (BakedFormat.Header.count + words.count + resources.count + screens.count) }

  /// The offsets of the operations of a list. Equal operations have the same offset.
  public func operations(of list: List) -> ArraySlice<UInt32> {
    let start = Int(list) - BakedFormat.Header.count
    return words[(start + 1)...].prefix(Int(words[start]))
  }

  /// The offset of words, which are written unless they were before.
  private mutating func store(_ content: [UInt32]) -> UInt32 {
    if 2 * tableCount >= table.count { growTable() }
    var slot = slot(of: content[...])
    while table[slot].count > 0 {
      let start = Int(table[slot].offset) - BakedFormat.Header.count
      if words[start...].prefix(Int(table[slot].count)) == content[...] { return table[slot].offset }
      slot = (slot + 1) % table.count
    }
    let offset = UInt32(BakedFormat.Header.count + words.count)
    words += content
    table[slot] = (offset, UInt32(content.count))
    tableCount += 1
    return offset
  }

  private func slot(of content: ArraySlice<UInt32>) -> Int {
    Int(truncatingIfNeeded: BakedFormat.checksum(content) & UInt64(table.count - 1))
  }

  private mutating func growTable() {
    let old = table
    table = [(offset: UInt32, count: UInt32)](repeating: (0, 0), count: 2 * old.count)
    for entry in old where entry.count > 0 {
      let start = Int(entry.offset) - BakedFormat.Header.count
      var slot = slot(of: words[start..<start + Int(entry.count)])
      while table[slot].count > 0 { slot = (slot + 1) % table.count }
      table[slot] = entry
    }
  }

  private mutating func write(_ text: Bytes) -> UInt32 {
    var bytes = Array(text.utf8.prefix(Int(BakedFormat.Limit.text)))
    let count = UInt32(bytes.count)
    bytes += [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    return store([count] + BakedWriter.words(of: bytes))
  }

  private static func words(of bytes: [UInt8]) -> [UInt32] {
    (0..<(bytes.count + 3) / 4).map { index in
      (0..<4).reduce(0) { $0 | (4 * index + $1 < bytes.count ? UInt32(bytes[4 * index + $1]) << UInt32(8 * $1) : 0) }
    }
  }

  /// Writes a list of operations. Those that cannot be seen are left out.
  public mutating func write(_ drawOps: [DrawOp]) -> List {
    var offsets: [UInt32] = []
    for drawOp in drawOps where !drawOp.bounds.isEmpty && drawOp.opacity > 0 { offsets.append(write(drawOp)) }
    return write(offsets)
  }

  /// Writes a list of operations that are in the file.
  public mutating func write(_ offsets: some Collection<UInt32>) -> List {
    store([UInt32(offsets.count)] + offsets)
  }

  private mutating func write(_ drawOp: DrawOp) -> UInt32 {
    let (shapeKind, shape) = numbers(of: drawOp.shape), (paintKind, paint) = numbers(of: drawOp.paint)
    let blend = drawOp.blend == .over ? BakedFormat.Blend.over : BakedFormat.Blend.plus
    var numbers = [
      shapeKind | paintKind << 4 | blend << 8 | UInt32(drawOp.opacity) << 16 | UInt32(drawOp.clips.count) << 24
    ]
    numbers += shape
    numbers += paint
    for clip in drawOp.clips { numbers += BakedWriter.numbers(of: clip.box) + [clip.radius.clamped.word] }
    return store(numbers)
  }

  private mutating func numbers(of shape: Shape) -> (kind: UInt32, numbers: [UInt32]) {
    switch shape {
    case .box(let box, let radius): return (BakedFormat.Shape.box, BakedWriter.numbers(of: box) + [radius.clamped.word])
    case .outline(let box, let radius, let width):
      return (BakedFormat.Shape.outline, BakedWriter.numbers(of: box) + [radius.clamped.word, width.word])
    case .arc(let arc):
      let ends = [arc.start.x, arc.start.y, arc.end.x, arc.end.y].map { UInt32(bitPattern: $0) }
      return (
        BakedFormat.Shape.arc,
        [arc.centerX.word, arc.centerY.word, arc.radius.word, arc.width.word] + ends + [arc.isLarge ? 1 : 0]
      )
    case .group(let drawOps): return (BakedFormat.Shape.group, [write(drawOps)])
    case .mask(let mask, let x, let y):
      return (BakedFormat.Shape.mask, [index(of: mask), UInt32(bitPattern: x), UInt32(bitPattern: y)])
    }
  }

  private mutating func numbers(of paint: Paint) -> (kind: UInt32, numbers: [UInt32]) {
    switch paint {
    case .color(let color): return (BakedFormat.Paint.color, [color.word])
    case .gradient(let gradient):
      let axis: [UInt32] =
        switch gradient.axis {
        case .line(let fromX, let fromY, let toX, let toY):
          [BakedFormat.Axis.line, fromX.word, fromY.word, toX.word, toY.word]
        case .circles(let x, let y, let fromRadius, let toRadius):
          [BakedFormat.Axis.circles, x.word, y.word, fromRadius.word, toRadius.word]
        case .squares(let x, let y, let radius): [BakedFormat.Axis.squares, x.word, y.word, radius.word]
        }
      let stops = gradient.stops.flatMap { [UInt32(bitPattern: $0.location), $0.color.word] }
      return (BakedFormat.Paint.gradient, axis + [UInt32(gradient.stops.count)] + stops)
    case .picture(let picture, let x, let y):
      return (BakedFormat.Paint.picture, [index(of: picture), UInt32(bitPattern: x), UInt32(bitPattern: y)])
    case .movingPicture(let picture, let x, let y, let shift, let repeats):
      return (
        BakedFormat.Paint.movingPicture,
        [
          index(of: picture), UInt32(bitPattern: x), UInt32(bitPattern: y), UInt32(shift), repeats ? 1 : 0,
        ]
      )
    }
  }

  private static func numbers(of box: Box) -> [UInt32] { [box.minX.word, box.minY.word, box.maxX.word, box.maxY.word] }

  private mutating func index(of mask: Mask) -> UInt32 {
    if let known = masks.last(where: { $0.mask === mask }) { return known.index }
    let index = resource(BakedFormat.Resource.mask, mask.width, mask.height, BakedWriter.words(of: mask.coverage))
    masks.append((mask, index))
    return index
  }

  private mutating func index(of picture: Picture) -> UInt32 {
    if let known = pictures.last(where: { $0.picture === picture }) { return known.index }
    let index = resource(BakedFormat.Resource.picture, picture.width, picture.height, picture.pixels)
    pictures.append((picture, index))
    return index
  }

  /// The number of the resource with that content.
  private mutating func resource(_ kind: UInt32, _ width: Int32, _ height: Int32, _ content: [UInt32]) -> UInt32 {
    let entry = [kind, UInt32(width), UInt32(height), content.isEmpty ? 0 : store(content)]
    for start in stride(from: 0, to: resources.count, by: entry.count)
    where resources[start..<start + entry.count] == entry[...] { return UInt32(start / entry.count) }
    resources += entry
    return UInt32(resources.count / entry.count - 1)
  }

  /// The parts of a screen, with their frames.
  public struct Look {
    /// The colour below everything.
    public var background: Color
    /// Microseconds of what is shown once, and of what repeats; 0 if nothing does.
    public var intro: Int64 = 0, period: Int64 = 0
    /// From back to front.
    public var parts: [(rule: Rule, frames: [List])] = []

    /// A look without parts.
    public init(background: Color) { self.background = background }
  }

  /// What the frame of a part depends on.
  public enum Rule {
    /// Nothing: it has one frame.
    case constant
    /// The time.
    case time
    /// The progress: it has a frame for each percent from 0 to 100.
    case progress
  }

  /// The number of frames of a part that depends on the time.
  public func frames(intro: Int64, period: Int64) -> Int {
    max(1, Int(BakedLook.frames(in: intro, rate: rate) + BakedLook.frames(in: period, rate: rate)))
  }

  /// Adds what a display shows in a mode. `rotation` is in degrees clockwise, `call` the call that shows the same in
  /// loaderd, and `withProgress` the look with a progress; nil if it is the same.
  public mutating func add(
    width: Int32, height: Int32, rotation: Int, mode: Bytes, call: Bytes?, _ look: Look, withProgress: Look?
  ) {
    screens += [
      UInt32(width), UInt32(height), UInt32(rotation), write(mode), call.map { write($0) } ?? 0, write(look),
      withProgress.map { write($0) } ?? 0,
    ]
  }

  private mutating func write(_ look: Look) -> UInt32 {
    var numbers = [look.background.word, UInt32(look.intro), UInt32(look.period), UInt32(look.parts.count)]
    for part in look.parts {
      let rule =
        switch part.rule {
        case .constant: BakedFormat.Rule.constant
        case .time: BakedFormat.Rule.time
        case .progress: BakedFormat.Rule.progress
        }
      numbers += [rule, UInt32(part.frames.count)] + part.frames
    }
    return store(numbers)
  }

  /// The file.
  public var bytes: [UInt8] {
    let tables = BakedFormat.Header.count + words.count
    var header = [UInt32](repeating: 0, count: BakedFormat.Header.count)
    header[BakedFormat.Header.magic] = BakedFormat.magic
    header[BakedFormat.Header.version] = BakedFormat.version
    header[BakedFormat.Header.size] = UInt32(tables + screens.count + resources.count)
    header[BakedFormat.Header.rate] = rate
    header[BakedFormat.Header.source] = UInt32(truncatingIfNeeded: source)
    header[BakedFormat.Header.source + 1] = UInt32(truncatingIfNeeded: source >> 32)
    header[BakedFormat.Header.screens] = UInt32(tables)
    header[BakedFormat.Header.screenCount] = UInt32(screens.count / BakedFormat.Screen.count)
    header[BakedFormat.Header.resources] = UInt32(tables + screens.count)
    header[BakedFormat.Header.resourceCount] = UInt32(resources.count / BakedFormat.Resource.count)
    var all = header + words + screens + resources
    all = all.map { $0.littleEndian }
    let sum = BakedFormat.checksum(all[BakedFormat.Header.source...])
    all[BakedFormat.Header.checksum] = UInt32(truncatingIfNeeded: sum).littleEndian
    all[BakedFormat.Header.checksum + 1] = UInt32(truncatingIfNeeded: sum >> 32).littleEndian
    return all.withUnsafeBytes { Array($0) }
  }
}

extension Fixed {
  /// A radius of corners that may be far larger than the box, of which only half of a side is used.
  fileprivate var clamped: Fixed { Fixed(raw: min(raw, BakedFormat.Limit.fixed)) }

  fileprivate var word: UInt32 { UInt32(bitPattern: raw) }
}

extension Color {
  fileprivate var word: UInt32 { UInt32(alpha) << 24 | rgb }
}
