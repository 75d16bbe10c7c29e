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

  /// Reduces a frame to the tones of the display (`reduced`), and paints all of the surface.
  public func paintReduced(_ drawOps: [DrawOp], over background: Color, of surface: Surface) {
    let reduced = reduced(drawOps, over: background, on: surface.bounds)
    paint(reduced.drawOps, over: reduced.background, in: Region(surface.bounds), of: surface)
  }

  /// Paints the pixels of `region`: first `background`, which replaces all channels, then the operations in order.
  public func paint(_ drawOps: [DrawOp], over background: Color, in region: Region, of surface: Surface) {
    reserve(Int(surface.width), Int(surface.height))
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

  /// Allocates the buffers for rows of `width` pixels, rounded up to whole blocks of at most four, and for the colours
  /// of a diagonal gradient, which has one for each column and row.
  private func reserve(_ width: Int, _ height: Int) {
    let width = width + 3
    if coverage.count >= width && colors.count >= width + height { return }
    coverage = [UInt8](repeating: 0, count: width)
    clipping = coverage
    colors = [UInt32](unsafeUninitializedCapacity: width + height) { $1 = $0.count }
  }

  /// Paints the parts of operations that lie in `clip`, over the colour `background` if it is given, else over what is
  /// there.
  private func paint(
    _ drawOps: [DrawOp], over background: UInt32? = nil, in clip: Rect, of surface: Surface, _ buffers: RowBuffers
  ) {
    drawOps.withUnsafeBufferPointer { buffer in
      // Begins with the last operation that hides all before it.
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
      left: area.minX, buffer: buffers.colors)

    var y = area.minY
    while y < area.maxY {
      var rows = Brush.Rows(first: y, last: y, step: 1)
      let twin = mirror - y
      y += 1
      if twin >= area.minY && twin < rows.first { continue }
      if clips.isEmpty, !sharesColors, let end = outline?.straightEnd(rows.first), end > y {
        y = min(end, area.maxY)
        rows.last = y - 1
      } else if twin > rows.first && twin < area.maxY {
        rows = Brush.Rows(first: rows.first, last: twin, step: twin - rows.first)
      }
      let isChanged = !clips.isEmpty || tones != .all
      let computed = coverageRow(rows.first, of: op.shape, outline, area, isChanged: isChanged, coverage)
      guard var row = computed?.row, let values = computed?.values else { return }
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
      brush.paint(rowColors, rows, row, values)
    }
  }

  /// Computes the coverage of row `y` by a shape within `area`, with a pointer to that of the pixel `area.minX`: in the
  /// buffer `coverage`, or in the mask itself unless it `isChanged` afterwards. Nil for a group, which has none.
  @inline(__always)
  private func coverageRow(
    _ y: Int32, of shape: Shape, _ outline: Outline?, _ area: Rect, isChanged: Bool,
    _ coverage: UnsafeMutablePointer<UInt8>
  ) -> (row: CoverageRow, values: UnsafePointer<UInt8>)? {
    switch shape {
    case .box, .outline:
      return outline.map { ($0.row(y, from: area.minX, to: area.maxX, into: coverage), UnsafePointer(coverage)) }
    case .arc(let arc):
      return (arc.row(y, from: area.minX, to: area.maxX, into: coverage), UnsafePointer(coverage))
    case .group: return nil
    case .mask(let mask, let x, let top):
      let offset = Int(y - top) * Int(mask.width) + Int(area.minX - x), row = CoverageRow(area.minX..<area.maxX)
      // Valid after the closure: the operation retains the mask.
      guard let bytes = mask.coverage.withUnsafeBufferPointer({ $0.baseAddress }) else { return nil }
      if !isChanged { return (row, bytes + offset) }
      UnsafeMutableRawPointer(coverage).copyMemory(from: bytes + offset, byteCount: Int(area.width))
      return (row, UnsafePointer(coverage))
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
      let isOpaque = opacity == 255 && gradient.isOpaque
      if gradient.isHorizontal,
        let rows = gradientRows.rows(
          of: gradient, opacity: opacity, x: area.minX, count: count, width: Int(surface.width))
      {
        return .rows(rows, isOpaque: isOpaque)
      }
      let ramp = ramp(of: gradient)
      guard gradient.isDiagonal, !ramp.isDithered else { return .gradient(gradient, ramp) }
      // A row has the colours of the one above it, moved to the left by a pixel: all are parts of one long row, and row
      // `y` begins at `y - area.minY` in it.
      let all = count + Int(area.height)
      gradient.write(to: colors, x: area.minX, y: area.minY, count: all, ramp)
      if opacity < 255 { scale(colors, count: all, colors, by: opacity) }
      return .rows(RepeatingRows(first: colors - Int(area.minY), stride: 1, count: 1 << 30), isOpaque: isOpaque)
    case .picture(let picture, let x, let y): return .picture(picture, x: x, y: y)
    case .movingPicture(let picture, let x, let y, let shift, let repeats):
      return .movingPicture(picture, x: x, y: y, shift: shift, repeats: repeats)
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
