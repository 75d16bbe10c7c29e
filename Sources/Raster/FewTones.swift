import Support

/// What a display with one or two bits a pixel shows of a frame: solid shapes and texts, because dithering makes small
/// things unreadable (docs/display.md, "Displays with one or two bits a pixel").
///
/// A colour becomes one of the display's greys, by its contrast to what is below. In one bit there is also a middle
/// grey, which is dithered to a checkerboard. Otherwise only pictures are dithered, and in one bit gradients between
/// these.
struct FewTones {
  /// What is below an operation: the background, or the box that was painted there last.
  private struct Ground {
    let bounds: Rect
    /// The luma that it has in colour, 0…1.
    let luma: Double
    /// The grey that it becomes: 0 to 3, or in one bit 0 and 3.
    let level: Int
    /// For a box: the luma below it in colour, and its number (`boxCount`).
    var lumaBelow = 0.0, number = 0

    var isLight: Bool { level > 1 }
    var tone: Color { Color(level: level) }
    var opposite: Color { isLight ? .black : .white }
  }

  private let surface: Rect
  /// Whether there are four greys, not only black and white.
  private let hasGrays: Bool
  /// The background, or what covers all of it.
  private var whole: Ground
  /// The solid boxes so far.
  private var boxes: [Ground] = []
  /// The numbers of the boxes that are tracks of bars: a later fill spans them, and contrasts still more with what is
  /// below both.
  private var tracks: [Int] = []
  /// How many boxes were solid, or would be if they were not tracks: the number of the next one.
  private var boxCount = 0

  /// A frame on a surface, over a background.
  private init(_ tones: Tones, on surface: Rect, over background: Color, tracks: [Int]) {
    self.surface = surface
    self.tracks = tracks
    hasGrays = tones == .four
    whole = Ground(bounds: surface, luma: 0, level: 0)
    whole = ground(surface, background.luma)
  }

  /// The operations and the background to paint instead of `drawOps` and `background`.
  static func reduced(
    _ drawOps: [DrawOp], over background: Color, on surface: Rect, _ tones: Tones
  ) -> (drawOps: [DrawOp], background: Color) {
    var reduction = FewTones(tones, on: surface, over: background, tracks: [])
    let tone = reduction.whole.tone
    var reduced = reduction.drawOps(drawOps)
    // A track is only known when its fill comes, which is painted after it: a second pass makes the tracks grey.
    if !reduction.tracks.isEmpty {
      reduction = FewTones(tones, on: surface, over: background, tracks: reduction.tracks)
      reduced = reduction.drawOps(drawOps)
    }
    return (reduced, tone)
  }

  /// The least contrasts (difference of luma, 0…1) of what is solid in one bit, and of what is seen at all.
  private static var solidContrast: Double { 0.29 }
  private static var faintContrast: Double { 0.1 }
  /// The least opacity of what is seen in one bit. At this one, what leaves in 0.2 s (`easeInOut`) meets what comes in
  /// 0.5 s (`easeOut`): neither is the display empty between them, nor do they lie on each other.
  private static var solidOpacity: UInt8 { 92 }
  /// The least contrasts of what is seen with four greys, and of what differs by two steps: a bar from its track.
  private static var faintGrayContrast: Double { 0.04 }
  private static var strongGrayContrast: Double { 0.44 }
  /// The width and height in pixels up to which a faint mark is a single pixel: a checkerboard has no shape there.
  private static var pointLimit: Int32 { 4 }
  /// The largest circle that is aligned, in pixels: the extent of a shape may be too large for `Fixed`.
  private static var circleLimit: Int32 { 4096 }

  /// The ground that a covering colour becomes.
  private func ground(_ bounds: Rect, _ luma: Double) -> Ground {
    Ground(bounds: bounds, luma: luma, level: hasGrays ? Int((luma * 3).rounded()) : luma > 0.5 ? 3 : 0)
  }

  private mutating func drawOps(_ drawOps: [DrawOp]) -> [DrawOp] {
    var new: [DrawOp] = []
    for op in drawOps {
      if let reduced = drawOp(op) { new.append(reduced) }
    }
    return new
  }

  /// The operation to paint instead of another one; nil paints nothing.
  private mutating func drawOp(_ op: DrawOp) -> DrawOp? {
    var new = op
    if !hasGrays { new.opacity = 255 }
    switch (op.shape, op.paint) {
    case (.group(let members), _):
      if !hasGrays && op.opacity < FewTones.solidOpacity { return nil }
      new.shape = .group(drawOps(members))
    case (_, .picture), (_, .movingPicture): if !hasGrays && op.opacity < FewTones.solidOpacity { return nil }
    case (.mask, .color(let color)): return text(new, [color], op)
    case (.mask, .gradient(let gradient)):
      guard hasGrays else { return text(new, gradient.stops.map { $0.color }, op) }
      let ground = ground(below: op.bounds)
      let stops = gradient.stops.map { stop in
        Gradient.Stop(Double(stop.location) / 65536, stop.color.alpha == 0 ? .clear : textTone(stop.color, on: ground))
      }
      new.paint = .gradient(Gradient(gradient.axis, stops: stops))
    case (_, .color(let color)): return shape(op, color)
    case (_, .gradient(let gradient)): return shape(op, gradient)
    }
    return new
  }

  /// A shape in one colour. A solid box becomes the ground of what is painted on it.
  private mutating func shape(_ op: DrawOp, _ color: Color) -> DrawOp {
    var new = op
    new.opacity = 255
    let bounds = op.bounds
    if coversSurface(bounds) { return cover(new, color) }
    let ground = ground(below: bounds)
    var tone = tone(color, op.opacity, on: ground)
    noteTrack(below: bounds, color, ground)
    if case .box = op.shape, hasGrays ? tone != ground.tone && tone.alpha > 0 : tone == ground.opposite {
      if tracks.contains(boxCount) {
        tone = FewTones.gray
      } else {
        boxes.append(
          Ground(
            bounds: bounds, luma: ground.luma + difference(color, op.opacity, on: ground),
            level: Int(tone.luma * 3 + 0.5), lumaBelow: ground.luma, number: boxCount))
      }
      boxCount += 1
    }
    new.paint = .color(tone)
    if !hasGrays, max(bounds.width, bounds.height) <= FewTones.circleLimit { new.shape = FewTones.aligned(op.shape) }
    if !hasGrays, tone == FewTones.gray, max(bounds.width, bounds.height) <= FewTones.pointLimit {
      let x = Fixed(Double((bounds.minX + bounds.maxX) / 2)), y = Fixed(Double((bounds.minY + bounds.maxY) / 2))
      new.shape = .box(Box(minX: x, minY: y, maxX: x + Fixed(1), maxY: y + Fixed(1)), radius: Fixed(0))
      new.paint = .color(ground.opposite)
    }
    return new
  }

  /// A shape with a gradient; nil for the glow around a shape, of which one bit shows nothing.
  private mutating func shape(_ op: DrawOp, _ gradient: Gradient) -> DrawOp? {
    if case .squares = gradient.axis, !hasGrays { return nil }
    var new = op
    new.opacity = 255
    let bounds = op.bounds, first = gradient.stops.first?.color
    if let first, coversSurface(bounds) { return cover(new, first) }
    let ground = ground(below: bounds)
    if let first { noteTrack(below: bounds, first, ground) }
    new.paint = .gradient(Gradient(gradient.axis, stops: tones(gradient.stops, op.opacity, ground)))
    return new
  }

  private func coversSurface(_ bounds: Rect) -> Bool { bounds.intersection(surface) == surface }

  /// A circle with a whole diameter that begins at a whole pixel, so that dots of one size look alike; others stay.
  private static func aligned(_ shape: Shape) -> Shape {
    guard case .box(let box, let radius) = shape else { return shape }
    let width = box.maxX.raw - box.minX.raw, height = box.maxY.raw - box.minY.raw
    if abs(width - height) > 2 || radius.raw > width || abs(2 * radius.raw - width) > 2 { return shape }
    // The edges are rounded one by one, so the diameters of equal dots may differ by 1/256.
    let size = Fixed(raw: max(256, (width + 130) & ~255))
    let x = Fixed(raw: (box.minX.raw + 128) & ~255), y = Fixed(raw: (box.minY.raw + 128) & ~255)
    return .box(Box(minX: x, minY: y, maxX: x + size, maxY: y + size), radius: Fixed(raw: size.raw / 2))
  }

  /// What is below an operation: the last box around it, so that it changes only where the damage of a box is.
  private func ground(below bounds: Rect) -> Ground {
    boxes.last { bounds.intersection($0.bounds) == bounds } ?? whole
  }

  /// Notes a box as a track if a colour fills it from edge to edge and contrasts more than it does. In one bit, track
  /// and fill would look alike, so the track becomes grey.
  private mutating func noteTrack(below bounds: Rect, _ color: Color, _ box: Ground) {
    let fill = color.luma - box.lumaBelow, track = box.luma - box.lumaBelow
    let spans =
      bounds.minY == box.bounds.minY && bounds.maxY == box.bounds.maxY
      || bounds.minX == box.bounds.minX && bounds.maxX == box.bounds.maxX
    guard !hasGrays, !boxes.isEmpty, box.bounds != surface, spans, fill * track > 0, abs(fill) > abs(track),
      abs(difference(color, 255, on: box)) >= FewTones.solidContrast
    else { return }
    tracks.append(box.number)
  }

  /// An operation that covers the surface, in one tone.
  private mutating func cover(_ op: DrawOp, _ color: Color) -> DrawOp {
    whole = ground(surface, color.luma)
    boxes = []
    var op = op
    op.paint = .color(whole.tone)
    return op
  }

  /// A text in the first of its colours that is visible; `new` is `op` with the opacity that it gets. Nil for one that
  /// is added to another text, or that is still faint in one bit.
  private func text(_ new: DrawOp, _ colors: [Color], _ op: DrawOp) -> DrawOp? {
    guard let color = colors.first(where: { $0.alpha > 0 }) else { return nil }
    let ground = ground(below: op.bounds)
    var new = new
    if hasGrays {
      new.paint = .color(textTone(color, on: ground))
      return new
    }
    if op.blend != .over || op.opacity < FewTones.solidOpacity { return nil }
    new.paint = .color(abs(color.luma - ground.luma) < FewTones.faintContrast ? ground.tone : ground.opposite)
    return new
  }

  /// One of four greys for a text: at least two steps from what is below, unless it cannot be seen in colour either.
  private func textTone(_ color: Color, on ground: Ground) -> Color {
    let difference = (color.luma - ground.luma) * Double(color.alpha) / 255
    if abs(difference) < FewTones.faintGrayContrast { return ground.tone }
    let level = Int(((ground.luma + difference) * 3).rounded())
    if abs(level - ground.level) >= 2 { return Color(level: level) }
    let wanted = ground.level + (difference > 0 ? 2 : -2)
    return Color(level: (0...3).contains(wanted) ? wanted : ground.isLight ? 0 : 3)
  }

  /// How much lighter something becomes by a colour that is blended over it, in luma: -1…1.
  private func difference(_ color: Color, _ opacity: UInt8, on ground: Ground) -> Double {
    (color.luma - ground.luma) * Double(color.alpha) * Double(opacity) / 65025
  }

  /// The middle grey of one bit, which is dithered.
  private static var gray: Color { Color(0x808080) }

  /// One of the display's greys, in one bit also a middle one; or clear.
  private func tone(_ color: Color, _ opacity: UInt8, on ground: Ground) -> Color {
    if color.alpha == 0 || opacity == 0 { return .clear }
    let difference = difference(color, opacity, on: ground), contrast = abs(difference)
    if hasGrays {
      let level = Int(((ground.luma + difference) * 3).rounded())
      let least = contrast >= FewTones.strongGrayContrast ? 2 : contrast >= FewTones.faintGrayContrast ? 1 : 0
      let isSeen = abs(level - ground.level) >= least
      if isSeen && level != ground.level { return Color(level: level) }
      if !isSeen { return Color(level: max(0, min(3, ground.level + (difference > 0 ? least : -least)))) }
    } else {
      if contrast >= FewTones.solidContrast { return ground.opposite }
      if contrast >= FewTones.faintContrast { return FewTones.gray }
    }
    return Int(color.alpha) * Int(opacity) < 32512 ? .clear : ground.tone
  }

  /// The stops in tones. If none differs from the others, the greys are spread: in one bit from a middle grey to solid,
  /// else by one step.
  private func tones(_ stops: [Gradient.Stop], _ opacity: UInt8, _ ground: Ground) -> [Gradient.Stop] {
    let contrasts = stops.map { abs(difference($0.color, opacity, on: ground)) },
      tones = stops.map { tone($0.color, opacity, on: ground) }
    let least = contrasts.min() ?? 0, most = contrasts.max() ?? 0
    let isSpread =
      most - least > 0.03 && (hasGrays ? tones.allSatisfy { $0 == tones[0] } : most < FewTones.solidContrast)
    return stops.indices.map { index in
      let location = Double(stops[index].location) / 65536, part = (contrasts[index] - least) / (most - least)
      if !isSpread { return Gradient.Stop(location, tones[index]) }
      if hasGrays {
        let level = Int(tones[index].luma * 3 + 0.5) + (part < 0.5 ? 0 : ground.isLight ? -1 : 1)
        return Gradient.Stop(location, Color(level: max(0, min(3, level))))
      }
      let value = 127.5 * (1 + part), gray = UInt8(ground.isLight ? 255 - value : value)
      return Gradient.Stop(location, Color(red: gray, green: gray, blue: gray))
    }
  }
}

extension Color {
  /// One of four greys, from black to white.
  fileprivate init(level: Int) {
    let gray = UInt8(level * 85)
    self.init(red: gray, green: gray, blue: gray)
  }
}
