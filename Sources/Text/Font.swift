internal import CFreeType
internal import CInter
internal import CShaping

/// The bytes are not a font that FreeType reads.
public struct FontError: Error {}

/// One weight of a font file, ready to be measured and drawn at any size.
final class Font {
  let file: FontFile
  let weight: Int
  private let library: FT_Library
  private let face: FT_Face
  private let hasKerning: Bool
  private var size: FT_F26Dot6 = 0
  private var known: OpaquePointer?

  /// Weight 100…900; a font without a weight axis has only its own.
  init(_ file: FontFile, weight: Int) throws(FontError) {
    guard let library = freetype_library() else { throw FontError() }
    var face: FT_Face?
    let failed = FT_New_Memory_Face(library, file.start, FT_Long(file.count), 0, &face) != 0
    guard !failed, let face, face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0 else {
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

  /// The same for HarfBuzz, made when a text first needs it; nil where there is none.
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
  var ascent: Double { Double(face.pointee.ascender) / Double(face.pointee.units_per_EM) }
  /// From the baseline down, in ems, positive.
  var descent: Double { -Double(face.pointee.descender) / Double(face.pointee.units_per_EM) }

  /// 0 is the box for what the font has not.
  func glyph(for scalar: UInt32) -> UInt32 { FT_Get_Char_Index(face, FT_ULong(scalar)) }

  /// Pixels to the next glyph at the current size, unrounded.
  func advance(of glyph: UInt32) -> Double {
    guard FT_Load_Glyph(face, glyph, freetype_load) == 0 else { return 0 }
    return Double(face.pointee.glyph.pointee.linearHoriAdvance) / 65536
  }

  /// Pixels added between two glyphs at the current size.
  func kerning(_ left: UInt32, _ right: UInt32) -> Double {
    if file.isBuiltIn {
      return Double(FT_MulFix(FT_Long(inter_kerning(left, right)), face.pointee.size.pointee.metrics.x_scale)) / 64
    }
    var delta = FT_Vector()
    guard hasKerning, FT_Get_Kerning(face, left, right, freetype_kerning, &delta) == 0 else { return 0 }
    return Double(delta.x) / 64
  }

  /// The coverage of one glyph with its origin at `x`, `y` pixels (y down); nil where it has no ink.
  func image(of glyph: UInt32, x: Double, y: Double) -> GlyphImage? {
    guard FT_Load_Glyph(face, glyph, freetype_load) == 0, let slot = face.pointee.glyph else { return nil }
    let column = x.rounded(.down), row = y.rounded(.down)
    FT_Outline_Translate(&slot.pointee.outline, FT_Pos((x - column) * 64), FT_Pos((row - y) * 64))
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
