import Support

/// What a display with one bit a pixel shows of a frame: solid shapes and texts, because dithering makes small things
/// unreadable (docs/display.md, "Displays with one bit a pixel").
///
/// A colour becomes black, white, or the middle grey that is dithered to a checkerboard, by its contrast to what is below.
/// Only pictures, and gradients between these three, are dithered otherwise.
struct Bilevel {
  /// What is below an operation, in black or white.
  private struct Ground {
    let bounds: Rect
    /// The luma that it has in colour, 0…1.
    let luma: Double
    let isLight: Bool

    var tone: Color { isLight ? .white : .black }
    var opposite: Color { isLight ? .black : .white }
  }

  private let surface: Rect
  /// The background, or what covers all of it.
  private var whole: Ground
  /// The solid boxes so far.
  private var boxes: [Ground] = []

  /// A frame on a surface, over a background, which becomes black or white.
  init(on surface: Rect, over background: Color) {
    self.surface = surface
    whole = Ground(bounds: surface, luma: background.luma, isLight: background.isLight)
  }

  var background: Color { whole.tone }

  /// The least contrasts (difference of luma, 0…1) of what is solid, and of what is seen at all.
  private static var solid: Double { 0.29 }
  private static var faint: Double { 0.12 }
  /// The width and height in pixels up to which a faint mark is a single pixel: a checkerboard has no shape there.
  private static var pointLimit: Int32 { 4 }

  /// The operations that are painted for others, in the order of painting.
  mutating func drawOps(_ drawOps: [DrawOp]) -> [DrawOp] {
    var new: [DrawOp] = []
    for op in drawOps {
      if let op = drawOp(op) { new.append(op) }
    }
    return new
  }

  /// The operation that is painted for another one; nil paints nothing.
  private mutating func drawOp(_ op: DrawOp) -> DrawOp? {
    var new = op
    let bounds = op.bounds, isWhole = bounds.intersection(surface) == surface
    new.opacity = 255
    switch (op.shape, op.paint) {
    case (.group(let members), _):
      if op.opacity < 128 { return nil }
      new.shape = .group(drawOps(members))
    case (_, .picture), (_, .movingPicture): if op.opacity < 128 { return nil }
    case (.mask, .color(let color)): return text(new, [color], op)
    case (.mask, .gradient(let gradient)): return text(new, gradient.stops.map { $0.color }, op)
    case (_, .color(let color)):
      if isWhole { return cover(new, color) }
      let ground = ground(below: bounds), tone = tone(color, op.opacity, on: ground)
      new.paint = .color(tone)
      if case .box = op.shape, tone == ground.opposite {
        boxes.append(Ground(bounds: bounds, luma: color.luma, isLight: !ground.isLight))
      }
      if tone == Bilevel.gray, max(bounds.width, bounds.height) <= Bilevel.pointLimit {
        let x = Fixed(Double((bounds.minX + bounds.maxX) / 2)), y = Fixed(Double((bounds.minY + bounds.maxY) / 2))
        new.shape = .box(Box(minX: x, minY: y, maxX: x + Fixed(1), maxY: y + Fixed(1)), radius: Fixed(0))
        new.paint = .color(ground.opposite)
      }
    case (_, .gradient(let gradient)):
      if case .squares = gradient.axis { return nil }  // the glow around a shape
      if isWhole, let first = gradient.stops.first { return cover(new, first.color) }
      new.paint = .gradient(Gradient(gradient.axis, stops: tones(gradient.stops, op.opacity, ground(below: bounds))))
    }
    return new
  }

  /// What is below an operation: the last box around it, so that it changes only where the damage of a box is.
  private func ground(below bounds: Rect) -> Ground {
    boxes.last { bounds.intersection($0.bounds) == bounds } ?? whole
  }

  /// An operation that covers the surface, in black or white.
  private mutating func cover(_ op: DrawOp, _ color: Color) -> DrawOp {
    whole = Ground(bounds: surface, luma: color.luma, isLight: color.isLight)
    boxes = []
    var op = op
    op.paint = .color(whole.tone)
    return op
  }

  /// A text in one colour; nil for one that is added to another text, or that is still faint.
  private func text(_ solid: DrawOp, _ colors: [Color], _ op: DrawOp) -> DrawOp? {
    guard op.blend == .over, op.opacity >= 128, let color = colors.first(where: { $0.alpha > 0 }) else { return nil }
    let ground = ground(below: op.bounds)
    var solid = solid
    solid.paint = .color(abs(color.luma - ground.luma) < Bilevel.faint ? ground.tone : ground.opposite)
    return solid
  }

  /// The contrast of a colour that is blended over something.
  private func contrast(_ color: Color, _ opacity: UInt8, on ground: Ground) -> Double {
    abs(color.luma - ground.luma) * Double(color.alpha) * Double(opacity) / 65025
  }

  private static var gray: Color { Color(0x808080) }

  /// Black, white, a middle grey, or clear.
  private func tone(_ color: Color, _ opacity: UInt8, on ground: Ground) -> Color {
    let contrast = contrast(color, opacity, on: ground)
    if contrast >= Bilevel.solid { return ground.opposite }
    if contrast >= Bilevel.faint { return Bilevel.gray }
    return Int(color.alpha) * Int(opacity) < 32512 ? .clear : ground.tone
  }

  /// The stops in tones; if none is solid, their contrasts are spread from a middle grey to solid.
  private func tones(_ stops: [Gradient.Stop], _ opacity: UInt8, _ ground: Ground) -> [Gradient.Stop] {
    let contrasts = stops.map { contrast($0.color, opacity, on: ground) }
    let least = contrasts.min() ?? 0, most = contrasts.max() ?? 0
    let isSpread = most < Bilevel.solid && most - least > 0.03
    return zip(stops, contrasts).map { stop, contrast in
      let location = Double(stop.location) / 65536
      if !isSpread { return Gradient.Stop(location, tone(stop.color, opacity, on: ground)) }
      let part = 127.5 * (1 + (contrast - least) / (most - least)), gray = UInt8(ground.isLight ? 255 - part : part)
      return Gradient.Stop(location, Color(red: gray, green: gray, blue: gray))
    }
  }

  /// Makes pixels black or white: their luma is dithered.
  @_optimize(speed) @inline(never)
  static func dither(_ row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int) {
    let thresholds = Dither.thresholds(x: x, y: y)
    for index in 0..<count {
      let pixel = row[index], threshold = UInt32(truncatingIfNeeded: thresholds &>> UInt64(8 &* (index & 7))) & 255
      let luma = (54 &* (pixel >> 16 & 255) &+ 183 &* (pixel >> 8 & 255) &+ 19 &* (pixel & 255)) >> 8
      row[index] = luma &+ threshold >= 255 ? 0xFFFF_FFFF : 0xFF00_0000
    }
  }

  /// Makes coverages 0 or 255. Less than a half counts as covered, so that thin strokes keep their width.
  @_optimize(speed) @inline(never)
  static func sharpen(_ coverage: UnsafeMutablePointer<UInt8>, count: Int) {
    for index in 0..<count { coverage[index] = sharp(coverage[index]) }
  }

  /// A coverage as 0 or 255.
  static func sharp(_ coverage: UInt8) -> UInt8 { coverage < 80 ? 0 : 255 }
}
