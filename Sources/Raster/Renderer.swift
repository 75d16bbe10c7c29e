import Support

/// Paints draw operations on a surface.
///
/// The buffers for one row, the ramps of gradients and the profiles of blurs are kept between frames.
public final class Renderer {
  /// The coverage of a row by the shape.
  private var coverage: [UInt8] = []
  /// The coverage of a row by one clip.
  private var clipping: [UInt8] = []
  /// The colours of a row.
  private var colors: [UInt32] = []
  /// The profiles of the blurs painted last; computing one costs as much as many frames.
  private var profiles: [BlurProfile] = []
  /// The ramps of the gradients painted last.
  private var ramps: [Ramp] = []

  /// A renderer without buffers; they are allocated when needed.
  public init() {}

  /// Paints the pixels of `region`: first `background`, which replaces all channels, then the operations in order.
  public func paint(_ drawOps: [DrawOp], over background: Color, in region: Region, of surface: Surface) {
    reserve(Int(surface.width))
    for rect in region.intersection(surface.bounds).rects {
      let pixel = background.premultiplied
      for y in rect.minY..<rect.maxY { fill(surface.row(y, from: rect.minX), count: Int(rect.width), with: pixel) }
      for op in drawOps { paint(op, in: rect, of: surface) }
    }
  }

  /// Allocates the buffers for rows of `width` pixels.
  private func reserve(_ width: Int) {
    if colors.count >= width { return }
    coverage = [UInt8](repeating: 0, count: width)
    clipping = coverage
    colors = [UInt32](repeating: 0, count: width)
  }

  /// Paints the part of an operation that lies in `clip`.
  private func paint(_ op: DrawOp, in clip: Rect, of surface: Surface) {
    let area = op.bounds.intersection(clip)
    if area.isEmpty || op.opacity == 0 { return }
    if case .group(let drawOps) = op.shape {
      return paint(drawOps, opacity: UInt32(op.opacity), in: area, of: surface)
    }
    coverage.withUnsafeMutableBufferPointer { coverage in
      clipping.withUnsafeMutableBufferPointer { clipping in
        colors.withUnsafeMutableBufferPointer { colors in
          guard let coverage = coverage.baseAddress, let clipping = clipping.baseAddress,
            let colors = colors.baseAddress
          else { return }
          paint(op, area, of: surface, coverage, clipping, colors)
        }
      }
    }
  }

  /// Paints an operation row by row. The three buffers have room for a row of `area`.
  private func paint(
    _ op: DrawOp, _ area: Rect, of surface: Surface, _ coverage: UnsafeMutablePointer<UInt8>,
    _ clipping: UnsafeMutablePointer<UInt8>, _ colors: UnsafeMutablePointer<UInt32>
  ) {
    let count = Int(area.width)
    let clips = op.clips.map { Outline($0.box, radius: $0.radius) }
    let outline: Outline? =
      switch op.shape {
      case .box(let box, let radius): Outline(box, radius: radius)
      case .outline(let box, let radius, let width): Outline(box, radius: radius, width: width)
      case .arc, .blurredCircle, .group, .mask: nil
      }
    var profile: BlurProfile?
    if case .blurredCircle(let circle) = op.shape { profile = self.profile(of: circle) }
    var solid: UInt32?
    if case .color(let color) = op.paint { solid = scaled(color.premultiplied, by: UInt32(op.opacity)) }
    let paintChanges = op.paint.changesByRow
    if !paintChanges { _ = write(op, x: area.minX, y: area.minY, count, to: colors) }

    for y in area.minY..<area.maxY {
      let target = surface.row(y, from: area.minX)
      var row = CoverageRow(start: area.minX, end: area.maxX, evenStart: area.minX, evenEnd: area.minX)
      var values = UnsafePointer(coverage)
      switch op.shape {
      case .box, .outline:
        if let outline { row = outline.row(y, from: area.minX, to: area.maxX, into: coverage) }
      case .arc(let arc):
        for index in 0..<count { coverage[index] = arc.coverage(area.minX + Int32(index), y) }
      case .blurredCircle(let circle):
        if let profile { circle.write(to: coverage, x: area.minX, y: y, count: count, profile) }
      case .group: return
      case .mask(let mask, let x, let top):
        let offset = Int(y - top) * Int(mask.width) + Int(area.minX - x)
        mask.coverage.withUnsafeBufferPointer { bytes in
          guard let bytes = bytes.baseAddress else { return }
          if clips.isEmpty {
            values = bytes + offset  // valid for this row: the operation retains the mask
          } else {
            coverage.update(from: bytes + offset, count: count)
          }
        }
      }
      if !clips.isEmpty {
        for x in row.evenStart..<row.evenEnd { coverage[Int(x - area.minX)] = row.even }
        row.evenEnd = row.evenStart
      }
      for clip in clips {
        let limit = clip.row(y, from: area.minX, to: area.maxX, into: clipping)
        for x in limit.evenStart..<limit.evenEnd { clipping[Int(x - area.minX)] = limit.even }
        intersect(coverage, count: count, with: clipping)
      }
      let left = Int(row.evenStart - area.minX), right = Int(row.evenEnd - area.minX)
      for (from, to, even) in [(0, left, nil), (left, right, row.even), (right, count, nil)] as [(Int, Int, UInt8?)] {
        if from >= to || even == 0 { continue }
        if let even, let solid, op.blend == .over {
          over(target + from, to - from, scaled(solid, by: UInt32(even)))
          continue
        }
        var source = UnsafePointer(colors + from)
        if paintChanges { source = write(op, x: area.minX + Int32(from), y: y, to - from, to: colors + from) }
        if even == 255, op.blend == .over {
          Raster.over(target + from, count: to - from, source)
          continue
        }
        if let even { for index in from..<to { coverage[index] = even } }
        if let solid, op.blend == .over {
          Raster.over(target + from, count: to - from, solid, through: values + from)
        } else if op.blend == .over {
          Raster.over(target + from, count: to - from, source, through: values + from)
        } else {
          plus(target + from, count: to - from, source, through: values + from)
        }
      }
    }
  }

  /// Blends one colour over pixels that are fully covered.
  private func over(_ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ pixel: UInt32) {
    if pixel >> 24 == 255 {
      fill(target, count: count, with: pixel)
    } else if pixel >> 24 > 0 {
      Raster.over(target, count: count, pixel)
    }
  }

  /// Paints a group over the surface, then mixes the previous pixels back in by the group's opacity.
  private func paint(_ drawOps: [DrawOp], opacity: UInt32, in area: Rect, of surface: Surface) {
    let width = Int(area.width)
    let below = [UInt32](unsafeUninitializedCapacity: opacity < 255 ? area.area : 0) { pixels, count in
      guard opacity < 255, var row = pixels.baseAddress else { return }
      for y in area.minY..<area.maxY {
        row.initialize(from: surface.row(y, from: area.minX), count: width)
        row += width
      }
      count = area.area
    }
    for op in drawOps { paint(op, in: area, of: surface) }
    if below.isEmpty { return }
    below.withUnsafeBufferPointer { below in
      guard var row = below.baseAddress else { return }
      for y in area.minY..<area.maxY {
        mix(surface.row(y, from: area.minX), count: width, opacity, with: row)
        row += width
      }
    }
  }

  /// The ramp of a gradient, computed once for the eight most recent gradients.
  private func ramp(of gradient: Gradient, _ alpha: UInt32) -> Ramp {
    if let ramp = ramps.first(where: { $0.alpha == alpha && $0.stops == gradient.stops }) { return ramp }
    let ramp = Ramp(gradient.stops, alpha: alpha)
    if ramps.count == 8 { ramps.removeFirst() }
    ramps.append(ramp)
    return ramp
  }

  /// The profile of a blurred circle, computed once for the four most recent blurs.
  private func profile(of circle: BlurredCircle) -> BlurProfile {
    let blur = BlurProfile.blur(of: circle)
    if let profile = profiles.first(where: { $0.blur == blur }) { return profile }
    let profile = BlurProfile(blur: blur)
    if profiles.count == 4 { profiles.removeFirst() }
    profiles.append(profile)
    return profile
  }

  /// The operation's paint for `count` pixels from `x`, `y`: written to `colors`, or a row of an opaque picture, which is
  /// valid as long as the operation.
  private func write(
    _ op: DrawOp, x: Int32, y: Int32, _ count: Int, to colors: UnsafeMutablePointer<UInt32>
  ) -> UnsafePointer<UInt32> {
    let opacity = UInt32(op.opacity)
    switch op.paint {
    case .color(let color):
      if op.blend == .plus { fill(colors, count: count, with: scaled(color.premultiplied, by: opacity)) }
    case .gradient(let gradient):
      if gradient.isSameInEveryRow {
        gradient.write(to: colors, x: x, count: count, alpha: opacity)
      } else {
        gradient.write(to: colors, x: x, y: y, count: count, ramp(of: gradient, opacity))
      }
    case .picture(let picture, let left, let top):
      let pixels = picture.row(x - left, y - top)
      if opacity == 255 { return pixels }
      // Mixing with zero multiplies by the opacity, four pixels a step.
      fill(colors, count: count, with: 0)
      mix(colors, count: count, 255 - opacity, with: pixels)
    }
    return UnsafePointer(colors)
  }
}

extension Paint {
  /// True if the rows of the filled pixels can differ.
  fileprivate var changesByRow: Bool {
    switch self {
    case .color: false
    case .gradient(let gradient): !gradient.isSameInEveryRow
    case .picture: true
    }
  }
}
