import Support

/// Paints draw operations on a surface.
///
/// The buffers for one row and the ramps of gradients are kept between frames.
public final class Renderer {
  /// The coverage of a row by the shape.
  private var coverage: [UInt8] = []
  /// The coverage of a row by one clip.
  private var clipping: [UInt8] = []
  /// The colours of a row.
  private var colors: [UInt32] = []
  /// The ramps of the gradients painted last.
  private var ramps: [Ramp] = []
  /// The colours of the last gradient without a ramp.
  private let gradientRows = GradientRows()
  /// The coverage of small shapes.
  private var coverageCache = CoverageCache()

  /// The tones that all pixels become.
  public let tones: Tones

  /// A renderer without buffers; they are allocated when needed. With few `tones`, shapes and texts are solid, and the
  /// rest is dithered.
  public init(tones: Tones = .all) { self.tones = tones }

  /// The operations and the background to paint for a frame on a surface, in the tones of the display.
  public func reduced(
    _ drawOps: [DrawOp], over background: Color, on surface: Rect
  ) -> (drawOps: [DrawOp], background: Color) {
    tones == .all ? (drawOps, background) : FewTones.reduced(drawOps, over: background, on: surface, tones)
  }

  /// Paints what `reduced` returns; `bounds` are those of the surface, and all of it is painted.
  public func paintReduced(_ drawOps: [DrawOp], over background: Color, of surface: Surface) {
    let reduced = reduced(drawOps, over: background, on: surface.bounds)
    paint(reduced.drawOps, over: reduced.background, in: Region(surface.bounds), of: surface)
  }

  /// Paints the pixels of `region`: first `background`, which replaces all channels, then the operations in order.
  public func paint(_ drawOps: [DrawOp], over background: Color, in region: Region, of surface: Surface) {
    reserve(Int(surface.width))
    coverage.withUnsafeMutableBufferPointer { coverage in
      clipping.withUnsafeMutableBufferPointer { clipping in
        colors.withUnsafeMutableBufferPointer { colors in
          guard let coverage = coverage.baseAddress, let clipping = clipping.baseAddress,
            let colors = colors.baseAddress
          else { return }
          let buffers = RowBuffers(coverage: coverage, clipping: clipping, colors: colors)
          for rect in region.rects {
            let rect = rect.intersection(surface.bounds)
            if rect.isEmpty { continue }
            paint(drawOps, over: background.premultiplied, in: rect, of: surface, buffers)
            if tones == .two { reduce(rect, of: surface, isDithered: true) }
          }
        }
      }
    }
  }

  /// Buffers with room for a row of the surface.
  private struct RowBuffers {
    let coverage, clipping: UnsafeMutablePointer<UInt8>
    let colors: UnsafeMutablePointer<UInt32>
  }

  /// Allocates the buffers for rows of `width` pixels, in whole blocks.
  private func reserve(_ width: Int) {
    let width = width + 3
    if colors.count >= width { return }
    coverage = [UInt8](repeating: 0, count: width)
    clipping = coverage
    colors = [UInt32](repeating: 0, count: width)
  }

  /// Paints the parts of operations that lie in `clip`, over pixels of one colour if it is given.
  private func paint(
    _ drawOps: [DrawOp], over background: UInt32? = nil, in clip: Rect, of surface: Surface, _ buffers: RowBuffers
  ) {
    drawOps.withUnsafeBufferPointer { buffer in
      // What another one hides is not painted.
      var first = buffer.count
      if let drawOps = buffer.baseAddress {
        while first > 0, !(drawOps + (first - 1)).hides(clip) { first -= 1 }
      }
      if first == 0, let background {
        for y in clip.minY..<clip.maxY {
          fill(surface.row(y, from: clip.minX), count: Int(clip.width), with: background)
        }
      }
      guard let drawOps = buffer.baseAddress else { return }
      for index in max(0, first - 1)..<buffer.count {
        let op = drawOps + index, area = op.bounds.intersection(clip)
        if area.isEmpty || op.pointee.opacity == 0 { continue }
        if case .group(let members) = op.pointee.shape {
          paint(members, opacity: UInt32(op.pointee.opacity), in: area, of: surface, buffers)
        } else {
          paint(op.pointee, area, of: surface, buffers)
        }
        // With greys, each operation is rounded by itself: what is below it is grey already.
        if tones == .four { reduce(area, of: surface, isDithered: op.pointee.paint.isPicture) }
      }
    }
  }

  /// Makes pixels greys of the display.
  private func reduce(_ rect: Rect, of surface: Surface, isDithered: Bool) {
    for y in rect.minY..<max(rect.minY, rect.maxY) {
      tones.reduce(
        surface.row(y, from: rect.minX), x: rect.minX, y: y, count: Int(rect.width), isDithered: isDithered)
    }
  }

  /// Paints an operation row by row. The buffers have room for a row of `area`.
  private func paint(_ op: DrawOp, _ area: Rect, of surface: Surface, _ buffers: RowBuffers) {
    let outline: Outline? =
      switch op.shape {
      case .box(let box, let radius): Outline(box, radius: radius)
      case .outline(let box, let radius, let width): Outline(box, radius: radius, width: width)
      case .arc, .group, .mask: nil
      }
    let rowColors = rowColors(of: op, area, of: surface, buffers.colors)
    if paintStored(op, outline, rowColors, area, of: surface) { return }
    let coverage = buffers.coverage
    let clips = op.clips.map { Outline($0.box, radius: $0.radius) }
    let isText = if case .mask = op.shape { true } else { false }
    let solid = if case .mask(let mask, _, _) = op.shape, tones == .two { mask.solidCoverage } else { Mask.leastSolid }
    // The rows y and `mirror` − y of a symmetric shape have the same coverage, and of some gradients the same colours;
    // they are painted together.
    let mirror = clips.isEmpty && tones != .two ? outline?.mirrorSum ?? -1 : -1
    let sharesColors =
      if case .gradient(let gradient, let ramp) = rowColors { gradient.mirrorSum == mirror && !ramp.isDithered } else {
        false
      }
    let brush = Brush(
      sharesColors: sharesColors, opacity: UInt32(op.opacity), blend: op.blend, surface: surface,
      left: area.minX, colors: buffers.colors)

    var y = area.minY
    while y < area.maxY {
      var rows = Rows(first: y, last: y, step: 1)
      let twin = mirror - y
      y += 1
      if twin >= area.minY && twin < rows.first { continue }
      if clips.isEmpty, !sharesColors, let end = outline?.straightEnd(rows.first), end > y {
        y = min(end, area.maxY)
        rows.last = y - 1
      } else if twin > rows.first && twin < area.maxY {
        rows = Rows(first: rows.first, last: twin, step: twin - rows.first)
      }
      var row = CoverageRow(area.minX..<area.maxX)
      var values = UnsafePointer(coverage)
      switch op.shape {
      case .box, .outline:
        guard let outline else { return }
        row = outline.row(rows.first, from: area.minX, to: area.maxX, into: coverage)
      case .arc(let arc):
        row = arc.row(rows.first, from: area.minX, to: area.maxX, into: coverage)
      case .group: return
      case .mask(let mask, let x, let top):
        let offset = Int(rows.first - top) * Int(mask.width) + Int(area.minX - x)
        mask.coverage.withUnsafeBufferPointer { bytes in
          guard let bytes = bytes.baseAddress else { return }
          if clips.isEmpty, tones == .all {
            values = bytes + offset  // valid for this row: the operation retains the mask
          } else {
            UnsafeMutableRawPointer(coverage).copyMemory(from: bytes + offset, byteCount: Int(area.width))
          }
        }
      }
      // One span is cheaper than three short ones.
      if !clips.isEmpty || row.evenEnd - row.evenStart < 32 { row.spread(in: coverage, from: area.minX) }
      for clip in clips {
        var limit = clip.row(rows.first, from: row.start, to: row.end, into: buffers.clipping)
        limit.spread(in: buffers.clipping, from: row.start)
        let skipped = Int(limit.start - row.start)
        row = CoverageRow(limit.start..<limit.end)
        intersect(
          coverage + Int(row.start - area.minX), count: Int(row.end - row.start), with: buffers.clipping + skipped)
      }
      if tones == .two || isText && tones == .four {
        row.even = tones.sharp(row.even, solid: solid)
        tones.sharpen(coverage, count: Int(area.width), solid: solid)
      }
      if row.evenStart < row.evenEnd {
        blend(brush, rowColors, rows, row.start, row.evenStart, nil, values)
        blend(brush, rowColors, rows, row.evenStart, row.evenEnd, row.even, values)
        row.start = row.evenEnd
      }
      blend(brush, rowColors, rows, row.start, row.end, nil, values)
    }
  }

  /// Paints colours through coverage that lies in memory: that of a text, or of a small shape that was painted before,
  /// in one colour. False if the operation is not of this kind.
  private func paintStored(
    _ op: DrawOp, _ outline: Outline?, _ rowColors: RowColors, _ area: Rect, of surface: Surface
  ) -> Bool {
    guard op.clips.isEmpty, tones == .all else { return false }
    let bounds = op.shape.bounds
    var stored: UnsafePointer<UInt8>?
    if case .mask(let mask, _, _) = op.shape {
      stored = mask.coverage.withUnsafeBufferPointer { $0.baseAddress }  // valid: the operation retains the mask
    } else if let outline, !outline.isSharp, case .solid = rowColors {
      stored = coverageCache.coverage(of: outline, in: bounds)
    }
    guard let stored else { return false }
    var coverage = stored + Int(area.minY - bounds.minY) * Int(bounds.width) + Int(area.minX - bounds.minX)
    let count = Int(area.width)
    for y in area.minY..<area.maxY {
      let target = surface.row(y, from: area.minX)
      switch rowColors {
      case .solid(let pixel): over(target, count: count, pixel, through: coverage)
      case .rows(let rows, _) where op.blend == .over: over(target, count: count, rows.row(y), through: coverage)
      case .rows(let rows, _): plus(target, count: count, rows.row(y), through: coverage)
      case .gradient, .picture, .movingPicture: return false
      }
      coverage += Int(bounds.width)
    }
    return true
  }

  /// Rows with the same coverage: `first`, and each `step` further up to `last`.
  private struct Rows {
    var first, last, step: Int32
  }

  /// How the pixels of an area are painted by an operation.
  private struct Brush {
    /// Whether the rows of an operation that have the same coverage have the same colours, too.
    let sharesColors: Bool
    let opacity: UInt32
    let blend: BlendMode
    let surface: Surface
    /// The column of the first pixel in the buffers.
    let left: Int32
    /// The buffer for the colours of a row.
    let colors: UnsafeMutablePointer<UInt32>
  }

  /// The colours of an operation in an area.
  private enum RowColors {
    /// One premultiplied colour.
    case solid(UInt32)
    /// Premultiplied colours that repeat down the surface.
    case rows(RepeatingRows, isOpaque: Bool)
    /// A gradient whose rows differ.
    case gradient(Gradient, Ramp)
    /// A picture with its top left pixel at `x`, `y`.
    case picture(Picture, x: Int32, y: Int32)
    /// A picture that is moved by a part of a pixel.
    case movingPicture(Picture, x: Int32, y: Int32, shift: UInt8, repeats: Bool)
  }

  /// The colours of an operation; one colour that is added is written to `colors`.
  private func rowColors(
    of op: DrawOp, _ area: Rect, of surface: Surface, _ colors: UnsafeMutablePointer<UInt32>
  ) -> RowColors {
    let opacity = UInt32(op.opacity), count = Int(area.width)
    switch op.paint {
    case .color(let color):
      let pixel = scaled(color.premultiplied, by: opacity)
      if op.blend == .over { return .solid(pixel) }
      fill(colors, count: count, with: pixel)
      return .rows(RepeatingRows(first: colors), isOpaque: false)
    case .gradient(let gradient):
      guard gradient.isHorizontal,
        let rows = gradientRows.rows(
          of: gradient, opacity: opacity, x: area.minX, count: count, width: Int(surface.width))
      else { return .gradient(gradient, ramp(of: gradient)) }
      return .rows(rows, isOpaque: opacity == 255 && gradient.isOpaque)
    case .picture(let picture, let x, let y): return .picture(picture, x: x, y: y)
    case .movingPicture(let picture, let x, let y, let shift, let repeats):
      return .movingPicture(picture, x: x, y: y, shift: shift, repeats: repeats)
    }
  }

  /// Blends the pixels `start..<end` of some rows. With `even`, all have that coverage instead of `values`, which
  /// points at that of the first pixel in the buffers.
  private func blend(
    _ brush: Brush, _ rowColors: RowColors, _ rows: Rows, _ start: Int32, _ end: Int32, _ even: UInt8?,
    _ values: UnsafePointer<UInt8>
  ) {
    if start >= end || even == 0 { return }
    // A block costs less than its pixels one by one. Those on its left are not covered.
    var start = start
    while even == nil, Int(end &- start) < Block.count, start > brush.left {
      start &-= 1
      UnsafeMutablePointer(mutating: values)[Int(start &- brush.left)] = 0  // the buffer of the shape's coverage
    }
    let skipped = Int(start &- brush.left), count = Int(end &- start)
    let values = values + skipped
    var target = brush.surface.row(rows.first, from: start), y = rows.first
    let step = Int(rows.step) &* brush.surface.stride
    if case .solid(let pixel) = rowColors {
      let evenPixel = scaled(pixel, by: UInt32(even ?? 0))
      while y <= rows.last {
        if even != nil {
          cover(target, count, evenPixel)
        } else {
          over(target, count: count, pixel, through: values)
        }
        target += step
        y &+= rows.step
      }
      return
    }
    let isFull = even == 255 && brush.blend == .over
    if let even, !isFull {
      let values = UnsafeMutablePointer(mutating: values)  // the buffer of the shape's coverage
      for index in 0..<count { values[index] = even }
    }
    while y <= rows.last {
      blend(brush, rowColors, y, isKnown: brush.sharesColors && y > rows.first, target, start, count, isFull, values)
      target += step
      y &+= rows.step
    }
  }

  /// Blends `count` pixels of row `y` that differ in colour. `isKnown`: those of a gradient are in the buffer.
  @inline(__always)
  private func blend(
    _ brush: Brush, _ rowColors: RowColors, _ y: Int32, isKnown: Bool, _ target: UnsafeMutablePointer<UInt32>,
    _ start: Int32, _ count: Int, _ isFull: Bool, _ values: UnsafePointer<UInt8>
  ) {
    let opacity = brush.opacity, colors = brush.colors + Int(start &- brush.left)
    var source = UnsafePointer(colors)
    switch rowColors {
    case .solid: return
    case .rows(let rows, let isOpaque):
      source = rows.row(y) + Int(start &- brush.left)
      if isOpaque && isFull { return copy(source, count: count, to: target) }
    case .gradient(let gradient, let ramp):
      if isKnown { break }
      gradient.write(to: colors, x: start, y: y, count: count, ramp)
      // In whole blocks: the buffer has room.
      if opacity < 255 { scale(colors, count: (count &+ 3) & ~3, source, by: opacity) }
    case .movingPicture(let picture, let left, let top, let shift, let repeats):
      if isFull && opacity == 255 {
        return picture.cover(
          target, x: start - left, y: y - top, count: count, shift: UInt32(shift), repeats: repeats, colors)
      }
      picture.write(
        to: colors, x: start - left, y: y - top, count: count, shift: UInt32(shift), repeats: repeats)
      if opacity < 255 { scale(colors, count: count, source, by: opacity) }
    case .picture(let picture, let left, let top):
      // A row of an opaque picture is valid as long as the operation.
      source = picture.row(start - left, y - top)
      if opacity < 255 {
        scale(colors, count: count, source, by: opacity)
        source = UnsafePointer(colors)
      }
    }
    if isFull {
      over(target, count: count, source)
    } else if brush.blend == .over {
      over(target, count: count, source, through: values)
    } else {
      plus(target, count: count, source, through: values)
    }
  }

  /// Paints a group over the surface, then mixes the previous pixels back in by the group's opacity.
  private func paint(
    _ drawOps: [DrawOp], opacity: UInt32, in area: Rect, of surface: Surface, _ buffers: RowBuffers
  ) {
    let width = Int(area.width)
    let below = [UInt32](unsafeUninitializedCapacity: opacity < 255 ? area.area : 0) { pixels, count in
      guard opacity < 255, var row = pixels.baseAddress else { return }
      for y in area.minY..<area.maxY {
        copy(surface.row(y, from: area.minX), count: width, to: row)
        row += width
      }
      count = area.area
    }
    paint(drawOps, in: area, of: surface, buffers)
    if below.isEmpty { return }
    below.withUnsafeBufferPointer { below in
      guard var row = below.baseAddress else { return }
      for y in area.minY..<area.maxY {
        let painted = surface.row(y, from: area.minX)
        mix(painted, count: width, opacity, of: painted, with: row)
        row += width
      }
    }
  }

  /// The ramp of a gradient, computed once for the eight most recent gradients.
  private func ramp(of gradient: Gradient) -> Ramp {
    let isSlow = gradient.isSlow
    if let ramp = ramps.first(where: { $0.isDithered == isSlow && $0.stops == gradient.stops }) { return ramp }
    let ramp = Ramp(gradient.stops, isDithered: isSlow)
    if ramps.count == 8 { ramps.removeFirst() }
    ramps.append(ramp)
    return ramp
  }
}
