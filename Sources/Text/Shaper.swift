internal import CShaping
import Support

/// Shapes one line of text with HarfBuzz and FriBidi, if they are installed.
///
/// Scripts need it if their glyphs join, are reordered or run from right to left.
struct Shaper {
  /// A glyph with its position relative to the pen and its advance, in pixels; y points down.
  struct PlacedGlyph {
    /// The index of the font.
    let font: Int
    /// The glyph's index in the font.
    let glyph: UInt32
    let x, y, advance: Double
    /// The factor of the glyph's width, up to 1.12.
    var stretch = 1.0
  }

  private let scalars: [UInt32]
  /// The bidi embedding level of each character.
  private let levels: [Int8]
  private let fonts: [Font]
  /// The index of each character's font.
  private let indices: [Int]
  /// The em, in 1/64 pixel.
  private let size: Int32

  /// True if HarfBuzz and FriBidi are installed.
  static var isAvailable: Bool { shaping_is_available() != 0 }

  /// True for the Unicode blocks of Arabic, Hebrew, the scripts of India and South-East Asia, combining marks and bidi
  /// controls.
  static func isNeeded(for scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0300...0x036F, 0x0590...0x109F, 0x1780...0x18AF, 0x1900...0x1CFF, 0x200C...0x200F, 0x202A...0x202E,
      0x2066...0x2069, 0xA800...0xABFF, 0xFB1D...0xFDFF, 0xFE20...0xFE2F, 0xFE70...0xFEFF, 0x10800...0x11FFF,
      0x1E800...0x1EFFF:
      true
    default: false
    }
  }

  /// A line of text; `indices` are those of each character's font, `size` is the em in pixels. Nil for an empty text,
  /// without the libraries or if memory is exhausted.
  init?(_ scalars: [UInt32], _ fonts: [Font], _ indices: [Int], size: Double) {
    guard Shaper.isAvailable, !scalars.isEmpty else { return nil }
    var levels = [Int8](repeating: 0, count: scalars.count)
    guard shaping_levels(scalars, Int32(scalars.count), &levels) != 0 else { return nil }
    self.scalars = scalars
    self.levels = levels
    self.fonts = fonts
    self.indices = indices
    self.size = Int32((size * 64).rounded())
  }

  /// The advance of each character's cluster, in pixels, in reading order. A cluster counts at its first character; its
  /// other characters have an advance of 0.
  func advances() -> [Double] {
    var advances = [Double](repeating: 0, count: scalars.count)
    for run in runs(scalars.startIndex..<scalars.endIndex) {
      for glyph in shape(run) { advances[Int(glyph.cluster)] += Double(glyph.advance) / 64 }
    }
    return zip(advances, indices).map { fonts[$1].bounded(advance: $0) }
  }

  /// The glyphs of a range of characters, from left to right.
  func glyphs(_ range: Range<Int>) -> [PlacedGlyph] {
    visualOrder(runs(range)).flatMap { run in
      let index = indices[run.lowerBound], font = fonts[index]
      return shape(run).map { glyph in
        PlacedGlyph(
          font: index, glyph: glyph.glyph, x: font.bounded(advance: Double(glyph.x) / 64),
          y: font.bounded(advance: -Double(glyph.y) / 64), advance: font.bounded(advance: Double(glyph.advance) / 64))
      }
    }
  }

  /// Splits a range into runs of characters with the same embedding level and font.
  private func runs(_ range: Range<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in range {
      if let last = runs.last, levels[last.lowerBound] == levels[index], indices[last.lowerBound] == indices[index] {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  /// Reorders runs from reading order to visual order (Unicode Standard Annex 9, rule L2): from the highest level down,
  /// every sequence of runs of that level or above is reversed.
  private func visualOrder(_ runs: [Range<Int>]) -> [Range<Int>] {
    var order = runs
    let highest = runs.map { levels[$0.lowerBound] }.max() ?? 0
    for level in stride(from: highest, to: 0, by: -1) {
      var start = 0
      while start < order.count {
        var end = start
        while end < order.count, levels[order[end].lowerBound] >= level { end += 1 }
        if end > start { order[start..<end].reverse() }
        start = end + 1
      }
    }
    return order
  }

  /// True for a character in text from right to left.
  func isRightToLeft(at index: Int) -> Bool { levels[index] & 1 != 0 }

  /// Shapes one run; without HarfBuzz's font there are no glyphs. At most 8 glyphs a character, and 16 more, are kept.
  /// A combining mark that the font lacks draws nothing.
  private func shape(_ run: Range<Int>) -> [ShapedGlyph] {
    let font = fonts[indices[run.lowerBound]]
    guard let shaping = font.shaping else { return [] }
    let limit = run.count * 8 + 16
    let glyphs = [ShapedGlyph](unsafeUninitializedCapacity: limit) { buffer, count in
      count = Int(
        shaping_run(
          shaping, size, scalars, Int32(scalars.count), Int32(run.lowerBound), Int32(run.count),
          Int32(levels[run.lowerBound] & 1), buffer.baseAddress, Int32(limit)))
    }
    // A cluster begins with its base character, unless it has none.
    return glyphs.filter { glyph in
      let base = scalars[Int(glyph.cluster)]
      return glyph.glyph != 0 || !CombiningMarks.contains(base) && font.glyph(for: base) == 0
    }
  }
}
