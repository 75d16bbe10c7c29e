/// The glyphs of a font that were loaded last. Loading one from a variable font costs more than drawing it.
struct GlyphCache {
  private var glyphs: [Glyph] = []
  /// The size of all outlines.
  private(set) var byteCount = 0
  /// The most bytes of all outlines; a larger outline is kept alone.
  static var byteLimit: Int { 64 * 1024 }
  /// The most glyphs, so that a search takes less time than loading one.
  private static var countLimit: Int { 256 }

  /// The glyph of a key; nil if it is not in the cache.
  subscript(key: UInt64) -> Glyph? { glyphs.first { $0.key == key } }

  /// Adds a glyph. A full cache is emptied before: removing only the oldest glyphs takes more code, and the next
  /// paragraph fills it again.
  mutating func add(_ glyph: Glyph) {
    byteCount += glyph.byteCount
    if byteCount > GlyphCache.byteLimit || glyphs.count == GlyphCache.countLimit {
      glyphs = []
      byteCount = glyph.byteCount
    }
    glyphs.append(glyph)
  }
}
