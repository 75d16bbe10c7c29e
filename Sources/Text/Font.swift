internal import CFreeType
internal import CInter
internal import CShaping

/// The bytes are not a font that FreeType reads.
public struct FontError: Error {}

/// One weight of a font file, ready to be measured and drawn at any size.
///
/// Its numbers are the file's, which may be damaged or made to do harm: lengths are bounded in ems, places and ink in
/// pixels.
final class Font {
  /// No line is further from the next one than the sum of two of these, in ems. Real fonts have less than 2.
  private static var metricLimit: Double { 4 }
  /// The longest advance and the largest glyph, in ems: the ligature U+FDFD has about 10.
  static var glyphLimit: Double { 16 }
  /// Bytes, one a pixel, of the largest ink: those of a display of 7680x4320, and a little more.
  static var inkLimit: Int { 1 << 25 }
  /// Pixels from the beginning of a text at which nothing is drawn any more.
  private static var placeLimit: Double { 16_777_216 }

  let file: FontFile
  let weight: Int
  private let library: FT_Library
  private let face: FT_Face
  private let hasKerning: Bool
  /// In 1/64 pixels.
  private var size: FT_F26Dot6 = 0
  private var known: OpaquePointer?

  /// Weight 100…900; a font without a weight axis has only its own.
  init(_ file: FontFile, weight: Int) throws(FontError) {
    guard let library = freetype_library() else { throw FontError() }
    var face: FT_Face?
    let failed = FT_New_Memory_Face(library, file.start, FT_Long(file.count), 0, &face) != 0
    guard !failed, let face, face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0,
      face.pointee.units_per_EM > 0
    else {
      FT_Done_Library(library)
      throw FontError()
    }
    (self.file, self.weight, self.library, self.face) = (file, weight, library, face)
    hasKerning = face.pointee.face_flags & FT_Long(FT_FACE_FLAG_KERNING) != 0
    setWeight()
  }

  deinit {
    if let known { shaping_font_end(known) }
    FT_Done_Library(library)
  }

  /// The font for HarfBuzz, created on first use; nil without HarfBuzz.
  var shaping: OpaquePointer? {
    if known == nil { known = shaping_font(file.start, file.count, Int32(weight)) }
    return known
  }

  private func setWeight() {
    var variations: UnsafeMutablePointer<FT_MM_Var>?
    guard FT_Get_MM_Var(face, &variations) == 0, let variations else { return }
    var coordinates: [FT_Fixed] = []
    for index in 0..<Int(variations.pointee.num_axis) {
      let axis = variations.pointee.axis[index]
      let isWeight = axis.tag == 0x7767_6874  // 'wght'
      coordinates.append(isWeight ? max(axis.minimum, min(axis.maximum, FT_Fixed(weight) << 16)) : axis.def)
    }
    FT_Set_Var_Design_Coordinates(face, FT_UInt(coordinates.count), &coordinates)
    FT_Done_MM_Var(library, variations)
  }

  /// The em, in pixels; FreeType's step is 1/64.
  func setSize(_ pixels: Double) {
    let wanted = FT_F26Dot6((pixels * 64).rounded(.toNearestOrAwayFromZero))
    if wanted != size {
      FT_Set_Char_Size(face, wanted, wanted, 72, 72)
      size = wanted
    }
  }

  /// From the baseline up, in ems (the font's `hhea` or `OS/2` table).
  var ascent: Double { bounded(Double(face.pointee.ascender) / Double(face.pointee.units_per_EM)) }
  /// From the baseline down, in ems, positive.
  var descent: Double { bounded(-Double(face.pointee.descender) / Double(face.pointee.units_per_EM)) }
  /// From one baseline to the next, in ems.
  var lineHeight: Double { max(0, ascent + descent) }

  private func bounded(_ ems: Double) -> Double { max(-Font.metricLimit, min(Font.metricLimit, ems)) }

  /// A length in pixels, within what a glyph may take at the current size.
  func bounded(advance pixels: Double) -> Double {
    let limit = Font.glyphLimit * Double(size) / 64
    return max(-limit, min(limit, pixels))
  }

  /// The glyph of a character; 0, the font's box for missing glyphs, if there is none.
  func glyph(for scalar: UInt32) -> UInt32 { FT_Get_Char_Index(face, FT_ULong(scalar)) }

  /// The advance of a glyph at the current size, in pixels, not rounded.
  func advance(of glyph: UInt32) -> Double {
    guard FT_Load_Glyph(face, glyph, freetype_load) == 0 else { return 0 }
    return bounded(advance: Double(face.pointee.glyph.pointee.linearHoriAdvance) / 65536)
  }

  /// Pixels added between two glyphs at the current size.
  func kerning(_ left: UInt32, _ right: UInt32) -> Double {
    if file.isBuiltIn {
      return Double(FT_MulFix(FT_Long(inter_kerning(left, right)), face.pointee.size.pointee.metrics.x_scale)) / 64
    }
    var delta = FT_Vector()
    guard hasKerning, FT_Get_Kerning(face, left, right, freetype_kerning, &delta) == 0 else { return 0 }
    return bounded(advance: Double(delta.x) / 64)
  }

  /// The coverage of one glyph with its origin at `x`, `y` pixels (y down); nil where it has no ink, or is so far away or
  /// so large that nobody could see it whole.
  func image(of glyph: UInt32, x: Double, y: Double) -> GlyphImage? {
    guard abs(x) < Font.placeLimit, abs(y) < Font.placeLimit else { return nil }
    guard FT_Load_Glyph(face, glyph, freetype_load) == 0, let slot = face.pointee.glyph else { return nil }
    let column = x.rounded(.down), row = y.rounded(.down)
    FT_Outline_Translate(&slot.pointee.outline, FT_Pos((x - column) * 64), FT_Pos((row - y) * 64))
    var box = FT_BBox()
    FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    // In pixels; no sum of two places in it overflows, as FreeType's coordinates have 32 bits.
    let width = Int(box.xMax) / 64 - Int(box.xMin) / 64 + 1, height = Int(box.yMax) / 64 - Int(box.yMin) / 64 + 1
    let limit = Int(Font.glyphLimit * Double(size) / 64) + 1
    guard width <= limit, height <= limit, height <= Font.inkLimit / max(1, width) else { return nil }
    guard abs(Int(box.xMin)) / 64 < Int(Font.placeLimit), abs(Int(box.yMin)) / 64 < Int(Font.placeLimit) else {
      return nil
    }
    guard FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return nil }
    let bitmap = slot.pointee.bitmap
    guard let rows = bitmap.buffer, bitmap.width > 0, bitmap.rows > 0 else { return nil }
    var coverage: [UInt8] = []
    coverage.reserveCapacity(Int(bitmap.width) * Int(bitmap.rows))
    for row in 0..<Int(bitmap.rows) {
      let start = rows + row * Int(bitmap.pitch)
      coverage.append(contentsOf: UnsafeBufferPointer(start: start, count: Int(bitmap.width)))
    }
    return GlyphImage(
      x: Int32(column) + slot.pointee.bitmap_left, y: Int32(row) - slot.pointee.bitmap_top,
      width: Int32(bitmap.width), height: Int32(bitmap.rows), coverage: coverage)
  }
}

/// The coverage of one glyph, placed in pixels.
struct GlyphImage {
  let x, y, width, height: Int32
  let coverage: [UInt8]
}
