/// Where the colours of an operation come from, row by row.
enum RowColors {
  /// One premultiplied colour.
  case solid(UInt32)
  /// Premultiplied colours that repeat down the surface.
  case rows(RepeatingRows, isOpaque: Bool)
  /// A gradient whose rows differ.
  case gradient(Gradient, Ramp)
  /// A picture with its top left pixel at `x`, `y`.
  case picture(Picture, x: Int32, y: Int32)
  /// A picture that is moved to the right by `shift` / 255 pixel (`Paint.movingPicture`).
  case movingPicture(Picture, x: Int32, y: Int32, shift: UInt8, repeats: Bool)
}

/// Paints rows of a surface in the colours of an operation, through the coverage of its shape.
struct Brush {
  /// Whether the rows of an operation that have the same coverage have the same colours, too.
  let sharesColors: Bool
  /// The opacity of the operation, 0…255. One colour, and rows that repeat, are multiplied by it already.
  let opacity: UInt32
  let blend: BlendMode
  let surface: Surface
  /// The column of the surface at which the buffers of a row begin.
  let left: Int32
  /// The buffer for the colours of a row.
  let buffer: UnsafeMutablePointer<UInt32>

  /// Rows with the same coverage: `first`, and each `step` further down to `last`.
  struct Rows {
    var first, last, step: Int32
  }

  /// Paints rows through their coverage; `values` points at that of the pixel `left`.
  ///
  /// It writes to `values` only where a row has even pixels, or does not begin at `left`. So a mask, whose rows begin
  /// there and have no even pixels, is never changed.
  func paint(_ colors: RowColors, _ rows: Rows, _ row: CoverageRow, _ values: UnsafePointer<UInt8>) {
    let values = UnsafeMutablePointer(mutating: values)
    if case .solid(let pixel) = colors { return paint(pixel, rows, row, values) }
    var row = row
    if row.evenStart < row.evenEnd {
      if row.even == 0 {
        // The hole of a stroke: its colours are not computed.
        paint(colors, rows, CoverageRow(row.start..<row.evenStart), values)
        row = CoverageRow(row.evenEnd..<row.end)
      } else if row.even < 255 || blend == .plus {
        row.spread(in: values, from: left)
      }
    }
    paint(colors, rows, row, values)
  }

  /// Paints rows in one colour.
  private func paint(_ pixel: UInt32, _ rows: Rows, _ row: CoverageRow, _ values: UnsafeMutablePointer<UInt8>) {
    let even = span(row.evenStart, row.evenEnd), evenPixel = scaled(pixel, by: UInt32(row.even))
    let before = edge(row.start, row.evenStart, values), after = edge(row.evenEnd, row.end, values)
    var y = rows.first
    while y <= rows.last {
      let target = surface.row(y, from: left)
      if before.count > 0 {
        over(target + before.start, count: before.count, pixel, through: values + before.start)
      }
      if even.count > 0 { cover(target + even.start, even.count, evenPixel) }
      if after.count > 0 {
        over(target + after.start, count: after.count, pixel, through: values + after.start)
      }
      y &+= rows.step
    }
  }

  /// Paints rows whose pixels differ in colour; the even pixels are fully covered.
  private func paint(_ colors: RowColors, _ rows: Rows, _ row: CoverageRow, _ values: UnsafeMutablePointer<UInt8>) {
    if row.start >= row.end { return }
    let even = span(row.evenStart, row.evenEnd)
    let before = edge(row.start, row.evenStart, values), after = edge(row.evenEnd, row.end, values)
    let isOpaque = if case .rows(_, let isOpaque) = colors { isOpaque } else { false }
    var y = rows.first
    while y <= rows.last {
      let target = surface.row(y, from: left)
      if let source = source(colors, y, row, isKnown: sharesColors && y > rows.first, target) {
        paint(before, target, source, values)
        if even.count > 0 {
          if isOpaque {
            copy(source + even.start, count: even.count, to: target + even.start)
          } else {
            over(target + even.start, count: even.count, source + even.start)
          }
        }
        paint(after, target, source, values)
      }
      y &+= rows.step
    }
  }

  /// Paints pixels through their coverage.
  @inline(__always)
  private func paint(
    _ span: (start: Int, count: Int), _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>,
    _ values: UnsafePointer<UInt8>
  ) {
    if span.count <= 0 { return }
    if blend == .over {
      over(target + span.start, count: span.count, source + span.start, through: values + span.start)
    } else {
      plus(target + span.start, count: span.count, source + span.start, through: values + span.start)
    }
  }

  /// The pixels `start..<end` as indices in the buffers.
  @inline(__always)
  private func span(_ start: Int32, _ end: Int32) -> (start: Int, count: Int) {
    (Int(start &- left), Int(end &- start))
  }

  /// The pixels `start..<end`, which are not even, as indices in the buffers. If they are fewer than a block, uncovered
  /// pixels are added on their left as far as the buffer goes: a block costs less than its pixels one by one.
  @inline(__always)
  private func edge(
    _ start: Int32, _ end: Int32, _ values: UnsafeMutablePointer<UInt8>
  ) -> (start: Int, count: Int) {
    var span = span(start, end)
    while span.count > 0, span.count < Block.count, span.start > 0 {
      span = (span.start &- 1, span.count &+ 1)
      values[span.start] = 0
    }
    return span
  }

  /// The colours of row `y`, of which the first is that of column `left`, and only those of the pixels in `row` are
  /// valid. Nil if this call has painted the row itself, on the pixels that begin with `target` at column `left`.
  ///
  /// `isKnown`: the buffer has the colours of a gradient already, from a row with the same ones.
  @inline(__always)
  private func source(
    _ colors: RowColors, _ y: Int32, _ row: CoverageRow, isKnown: Bool, _ target: UnsafeMutablePointer<UInt32>
  ) -> UnsafePointer<UInt32>? {
    let skipped = Int(row.start &- left), count = Int(row.end &- row.start), written = buffer + skipped
    switch colors {
    case .solid: return nil
    case .rows(let rows, _): return rows.row(y)
    case .gradient(let gradient, let ramp):
      if isKnown { break }
      gradient.write(to: written, x: row.start, y: y, count: count, ramp)
      // Rounded up to whole blocks, for which the buffer has room (`Renderer.reserve`).
      if opacity < 255 { scale(written, count: (count &+ 3) & ~3, written, by: opacity) }
    case .movingPicture(let picture, let x, let top, let shift, let repeats):
      let isFull = row.evenStart == row.start && row.evenEnd == row.end
      if isFull && opacity == 255 {
        picture.blend(
          over: target + skipped, x: row.start - x, y: y - top, count: count, shift: UInt32(shift), repeats: repeats)
        return nil
      }
      picture.write(to: written, x: row.start - x, y: y - top, count: count, shift: UInt32(shift), repeats: repeats)
      if opacity < 255 { scale(written, count: count, written, by: opacity) }
    case .picture(let picture, let x, let top):
      // Valid as long as the picture, which the operation retains.
      let source = picture.row(left - x, y - top)
      if opacity == 255 { return source }
      scale(written, count: count, source + skipped, by: opacity)
    }
    return UnsafePointer(buffer)
  }
}
