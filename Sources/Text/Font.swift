internal import CFreeType
internal import CInter
internal import CShaping

/// The bytes are not a scalable font that FreeType can read.
public struct FontError: Error {}

/// One weight of a font file, which can be measured and drawn in any size.
///
/// The file may be damaged or malicious, so all of its numbers are bounded: lengths in ems, positions and bitmaps in
/// pixels.
final class Font {
  /// The limit of ascent and descent, in ems. Real fonts have less than 2.
  private static var metricLimit: Double { 4 }
  /// The limit of advances and glyph sizes, in ems. The ligature U+FDFD has about 10.
  static var glyphLimit: Double { 16 }
  /// The limit of a coverage bitmap, in pixels of one byte each: a little more than a display of 7680×4320 has.
  static var bitmapLimit: Int { 1 << 25 }
  /// The limit of a glyph's distance from the start of its text, in pixels.
  private static var positionLimit: Double { 16_777_216 }

  /// The bytes of the font; FreeType and HarfBuzz keep pointers to them.
  let file: FontFile
  /// The requested weight, 100…900.
  let weight: Int
  private let library: FT_Library
  private let face: FT_Face
  private let hasKerning: Bool
  /// The em, in 1/64 pixel.
  private var size: FT_F26Dot6 = 0
  private var shapingFont: OpaquePointer?
  /// The glyphs that were loaded last, which refer to the library.
  private(set) var glyphs = GlyphCache()

  /// A font in a weight of 100…900, which is ignored without a weight axis. Throws if FreeType cannot read the file.
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
    self.file = file
    self.weight = weight
    self.library = library
    self.face = face
    hasKerning = face.pointee.face_flags & FT_Long(FT_FACE_FLAG_KERNING) != 0
    setWeight()
  }

  deinit {
    if let shapingFont { shaping_font_end(shapingFont) }
    glyphs = GlyphCache()
    FT_Done_Library(library)
  }

  /// The font for HarfBuzz, created on first use; nil without HarfBuzz.
  var shaping: OpaquePointer? {
    if shapingFont == nil { shapingFont = shaping_font(file.start, file.count, Int32(weight)) }
    return shapingFont
  }

  /// Sets the weight axis to `weight`, and all other axes to their defaults.
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

  /// Sets the em, in pixels; it is rounded to 1/64.
  func setSize(_ pixels: Double) {
    let wanted = FT_F26Dot6((pixels * 64).rounded(.toNearestOrAwayFromZero))
    if wanted != size {
      FT_Set_Char_Size(face, wanted, wanted, 72, 72)
      size = wanted
    }
  }

  /// The distance from the baseline to the top of a line, in ems (the font's `hhea` or `OS/2` table).
  var ascent: Double { bounded(Double(face.pointee.ascender) / Double(face.pointee.units_per_EM)) }
  /// The distance from the baseline to the bottom of a line, in ems; positive downwards.
  var descent: Double { bounded(-Double(face.pointee.descender) / Double(face.pointee.units_per_EM)) }

  /// A vertical metric in ems, clamped to `metricLimit`.
  private func bounded(_ ems: Double) -> Double { max(-Font.metricLimit, min(Font.metricLimit, ems)) }

  /// A length in pixels, clamped to `glyphLimit` at the current size.
  func bounded(advance pixels: Double) -> Double {
    let limit = Font.glyphLimit * Double(size) / 64
    return max(-limit, min(limit, pixels))
  }

  /// The glyph of a character; 0, the font's glyph for missing characters, if there is none.
  func glyph(for scalar: UInt32) -> UInt32 { FT_Get_Char_Index(face, FT_ULong(scalar)) }

  /// A glyph at the current size, from the cache or loaded; nil if it cannot be loaded.
  func load(_ number: UInt32) -> Glyph? {
    let key = UInt64(truncatingIfNeeded: size) << 32 | UInt64(number)
    if let glyph = glyphs[key] { return glyph }
    guard FT_Load_Glyph(face, number, freetype_load) == 0, let slot = face.pointee.glyph,
      let glyph = Glyph(slot, key: key)
    else { return nil }
    glyphs.add(glyph)
    return glyph
  }

  /// The advance of a glyph at the current size, in pixels, not rounded; 0 if it cannot be loaded.
  func advance(of number: UInt32) -> Double {
    load(number).map { bounded(advance: Double($0.advance) / 65536) } ?? 0
  }

  /// The kerning between two glyphs at the current size, in pixels.
  func kerning(_ left: UInt32, _ right: UInt32) -> Double {
    if file.isBuiltIn {
      let units = FT_Long(inter_kerning(left, right, Int32(weight)))
      return Double(FT_MulFix(units, face.pointee.size.pointee.metrics.x_scale)) / 64
    }
    var delta = FT_Vector()
    guard hasKerning, FT_Get_Kerning(face, left, right, freetype_kerning, &delta) == 0 else { return 0 }
    return bounded(advance: Double(delta.x) / 64)
  }

  /// The coverage of one glyph with its origin at `x`, `y` pixels (y down), and its width multiplied by `stretch`; nil
  /// if it is empty or exceeds a limit.
  func image(of number: UInt32, x: Double, y: Double, _ stretch: Double) -> GlyphImage? {
    guard abs(x) < Font.positionLimit, abs(y) < Font.positionLimit, let glyph = load(number) else {
      return nil
    }
    let column = x.rounded(.down), row = y.rounded(.down)
    let right = FT_Pos((x - column) * 64), up = FT_Pos((row - y) * 64)
    // The coordinates of an outline have 32 bits, so that these sums cannot overflow.
    let minX = Int64(glyph.box.xMin) + Int64(right), maxX = Int64(glyph.box.xMax) + Int64(right)
    let minY = Int64(glyph.box.yMin) + Int64(up), maxY = Int64(glyph.box.yMax) + Int64(up)
    let width = maxX / 64 - minX / 64 + 1, height = maxY / 64 - minY / 64 + 1
    let limit = Int64(Font.glyphLimit * Double(size) / 64) + 1
    guard width <= limit, height <= limit, height <= Int64(Font.bitmapLimit) / max(1, width) else { return nil }
    guard Double(abs(minX)) < 64 * Font.positionLimit, Double(abs(minY)) < 64 * Font.positionLimit else { return nil }
    return glyph.image(x: Int32(column), y: Int32(row), FT_Vector(x: right, y: up), stretch)
  }
}

/// The coverage of one glyph, with its top left pixel and its size in pixels.
struct GlyphImage {
  let x, y, width, height: Int32
  /// Row by row, 0…255.
  let coverage: [UInt8]
}
