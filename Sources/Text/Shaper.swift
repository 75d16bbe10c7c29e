internal import CShaping

/// Sets one line of text whose script needs more than a glyph a character: joined, reordered or running from right to left.
///
/// HarfBuzz and FriBidi do it, where they are installed.
struct Shaper {
  /// A glyph with its place from the pen, in pixels, y down.
  struct Placed {
    let glyph: UInt32
    let x, y, advance: Double
  }

  private let scalars: [UInt32]
  private let levels: [Int8]
  private let font: Font
  private let size: Int32

  static var isAvailable: Bool { shaping_is_available() != 0 }

  /// Arabic, Hebrew, the scripts of India and South-East Asia, combining marks and directions (Unicode's blocks).
  static func isNeeded(for scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0300...0x036F, 0x0590...0x109F, 0x1780...0x18AF, 0x1900...0x1CFF, 0x200C...0x200F, 0x202A...0x202E,
      0x2066...0x2069, 0xA800...0xABFF, 0xFB1D...0xFDFF, 0xFE20...0xFE2F, 0xFE70...0xFEFF, 0x10800...0x11FFF,
      0x1E800...0x1EFFF:
      true
    default: false
    }
  }

  /// Nil where the libraries are missing.
  init?(_ scalars: [UInt32], _ font: Font, size: Double) {
    guard Shaper.isAvailable, !scalars.isEmpty else { return nil }
    var levels = [Int8](repeating: 0, count: scalars.count)
    guard shaping_levels(scalars, Int32(scalars.count), &levels) != 0 else { return nil }
    (self.scalars, self.levels, self.font) = (scalars, levels, font)
    self.size = Int32((size * 64).rounded())
  }

  /// What each character's cluster takes, in pixels, in reading order; a cluster counts at its first character.
  func advances() -> [Double] {
    var advances = [Double](repeating: 0, count: scalars.count)
    for run in runs(scalars.startIndex..<scalars.endIndex) {
      for glyph in shape(run) { advances[Int(glyph.cluster)] += Double(glyph.advance) / 64 }
    }
    return advances
  }

  /// The glyphs of a part of the line, from left to right.
  func glyphs(_ range: Range<Int>) -> [Placed] {
    visual(runs(range)).flatMap { run in
      shape(run).map { glyph in
        Placed(
          glyph: glyph.glyph, x: Double(glyph.x) / 64, y: -Double(glyph.y) / 64, advance: Double(glyph.advance) / 64)
      }
    }
  }

  /// Neighbours of one level.
  private func runs(_ range: Range<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in range {
      if let last = runs.last, levels[last.lowerBound] == levels[index] {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  /// Unicode Standard Annex 9, rule L2: from the highest level down, what is at that level or above is reversed.
  private func visual(_ runs: [Range<Int>]) -> [Range<Int>] {
    var order = runs
    let highest = runs.map { levels[$0.lowerBound] }.max() ?? 0
    for level in stride(from: highest, to: 0, by: -1) {
      var start = 0
      while start < order.count {
        var end = start
        while end < order.count, levels[order[end].lowerBound] >= level { end += 1 }
        if end > start { order.replaceSubrange(start..<end, with: order[start..<end].reversed()) }
        start = end + 1
      }
    }
    return order
  }

  private func shape(_ run: Range<Int>) -> [ShapedGlyph] {
    guard let shaping = font.shaping else { return [] }
    let limit = run.count * 8 + 16
    return [ShapedGlyph](unsafeUninitializedCapacity: limit) { buffer, count in
      count = Int(
        shaping_run(
          shaping, size, scalars, Int32(scalars.count), Int32(run.lowerBound), Int32(run.count),
          Int32(levels[run.lowerBound] & 1), buffer.baseAddress, Int32(limit)))
    }
  }
}
