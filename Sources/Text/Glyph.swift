internal import CFreeType

/// A glyph at one size, loaded and not yet drawn. It must be released before the library.
final class Glyph {
  /// The number of the glyph and its size.
  let key: UInt64
  /// The advance in 1/65536 pixel, not rounded.
  let advance: FT_Fixed
  /// The control box with the origin at 0, 0, in 1/64 pixel.
  let box: FT_BBox
  /// The size of the outline in bytes.
  let byteCount: Int
  /// A copy of the outline.
  private let outline: FT_Glyph

  /// A copy of the glyph that FreeType has loaded; nil if memory is exhausted.
  init?(_ slot: FT_GlyphSlot, key: UInt64) {
    var glyph: FT_Glyph?
    guard FT_Get_Glyph(slot, &glyph) == 0, let glyph else { return nil }
    var box = FT_BBox()
    FT_Glyph_Get_CBox(glyph, FT_UInt(FT_GLYPH_BBOX_UNSCALED.rawValue), &box)
    self.key = key
    self.box = box
    advance = slot.pointee.linearHoriAdvance
    byteCount = Int(slot.pointee.outline.n_points) * (MemoryLayout<FT_Vector>.size + 1)
    outline = glyph
  }

  deinit { FT_Done_Glyph(outline) }

  /// The coverage with the origin at the pixel `x`, `y` (y down) and a part of a pixel, in 1/64 (y up), and its width
  /// multiplied by `stretch`; nil if the glyph is empty.
  func image(x: Int32, y: Int32, _ part: FT_Vector, _ stretch: Double) -> GlyphImage? {
    var glyph: FT_Glyph? = outline, part = part, stretched: FT_Glyph?
    if stretch != 1, FT_Glyph_Copy(outline, &stretched) == 0 {
      var matrix = FT_Matrix(xx: FT_Fixed(stretch * 65536), xy: 0, yx: 0, yy: 65536)
      FT_Glyph_Transform(stretched, &matrix, nil)
      glyph = stretched
    }
    defer { FT_Done_Glyph(stretched) }
    guard FT_Glyph_To_Bitmap(&glyph, FT_RENDER_MODE_NORMAL, &part, 0) == 0, let glyph else { return nil }
    defer { FT_Done_Glyph(glyph) }
    let image = UnsafeRawPointer(glyph).load(as: FT_BitmapGlyphRec.self), bitmap = image.bitmap
    guard let rows = bitmap.buffer, bitmap.width > 0, bitmap.rows > 0 else { return nil }
    var coverage: [UInt8] = []
    coverage.reserveCapacity(Int(bitmap.width) * Int(bitmap.rows))
    for row in 0..<Int(bitmap.rows) {
      let start = rows + row * Int(bitmap.pitch)
      coverage.append(contentsOf: UnsafeBufferPointer(start: start, count: Int(bitmap.width)))
    }
    return GlyphImage(
      x: x + image.left, y: y - image.top, width: Int32(bitmap.width), height: Int32(bitmap.rows), coverage: coverage)
  }
}
