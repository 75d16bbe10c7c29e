#include "CShaping.h"
#include <dlfcn.h>
#include <fribidi/fribidi.h>
#include <harfbuzz/hb.h>
#include <stddef.h>

// The functions of each library that are used here. Each is called by a pointer p_NAME, which dlsym sets.
#define FUNCTIONS(use)                                                                                                \
  use(hb_blob_create) use(hb_blob_destroy) use(hb_face_create) use(hb_face_destroy) use(hb_font_create)               \
  use(hb_font_destroy) use(hb_font_set_scale) use(hb_font_set_variations) use(hb_buffer_create) use(hb_buffer_destroy) \
  use(hb_buffer_add_codepoints) use(hb_buffer_set_direction) use(hb_buffer_guess_segment_properties) use(hb_shape)    \
  use(hb_buffer_get_glyph_infos) use(hb_buffer_get_glyph_positions)
#define BIDI_FUNCTIONS(use)                                                                                           \
  use(fribidi_get_bidi_types) use(fribidi_get_bracket_types) use(fribidi_get_par_embedding_levels_ex)

#define DECLARE(name) static __typeof__(name) *p_##name;
FUNCTIONS(DECLARE)
BIDI_FUNCTIONS(DECLARE)

// Opens both libraries and sets the pointers. Returns 0 if a library or a function is missing.
static int load(void) {
  void *shaping = dlopen("libharfbuzz.so.0", RTLD_NOW | RTLD_LOCAL);
  void *bidi = dlopen("libfribidi.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!shaping || !bidi) return 0;
#define FIND(name) if (!(p_##name = (__typeof__(name) *)dlsym(shaping, #name))) return 0;
  FUNCTIONS(FIND)
#undef FIND
#define FIND(name) if (!(p_##name = (__typeof__(name) *)dlsym(bidi, #name))) return 0;
  BIDI_FUNCTIONS(FIND)
  return 1;
}

int shaping_is_available(void) {
  static int state = -1;
  if (state < 0) state = load();
  return state;
}

int shaping_levels(const uint32_t *text, int count, int8_t *levels) {
  FriBidiCharType types[count];
  FriBidiBracketType brackets[count];
  p_fribidi_get_bidi_types(text, count, types);
  p_fribidi_get_bracket_types(text, count, types, brackets);
  FriBidiParType base = FRIBIDI_PAR_ON;
  return p_fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, levels) != 0;
}

ShapingFont *shaping_font(const unsigned char *bytes, long size, int weight) {
  if (!shaping_is_available()) return NULL;
  // The face retains the blob, and the font retains the face.
  hb_blob_t *blob = p_hb_blob_create((const char *)bytes, (unsigned)size, HB_MEMORY_MODE_READONLY, NULL, NULL);
  hb_face_t *face = p_hb_face_create(blob, 0);
  hb_font_t *font = p_hb_font_create(face);
  p_hb_face_destroy(face);
  p_hb_blob_destroy(blob);
  const hb_variation_t variation = {HB_TAG('w', 'g', 'h', 't'), (float)weight};
  p_hb_font_set_variations(font, &variation, 1);
  return (ShapingFont *)font;
}

void shaping_font_end(ShapingFont *font) { p_hb_font_destroy((hb_font_t *)font); }

int shaping_run(ShapingFont *font, int size, const uint32_t *text, int count, int start, int length,
                int is_right_to_left, ShapedGlyph *glyphs, int limit) {
  hb_font_t *sized = (hb_font_t *)font;
  p_hb_font_set_scale(sized, size, size);
  hb_buffer_t *buffer = p_hb_buffer_create();
  p_hb_buffer_add_codepoints(buffer, text, count, (unsigned)start, length);
  p_hb_buffer_set_direction(buffer, is_right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  p_hb_buffer_guess_segment_properties(buffer);
  p_hb_shape(sized, buffer, NULL, 0);
  unsigned found = 0;
  const hb_glyph_info_t *infos = p_hb_buffer_get_glyph_infos(buffer, &found);
  const hb_glyph_position_t *positions = p_hb_buffer_get_glyph_positions(buffer, &found);
  int written = 0;
  for (unsigned i = 0; i < found && written < limit; i++) {
    // A combining mark that the font lacks draws nothing: glyph 0 without an advance, or in the cluster of a letter. A
    // joiner or variation selector after glyph 0, an empty glyph, is no letter.
    int before = i > 0 && infos[i - 1].codepoint && infos[i - 1].cluster == infos[i].cluster;
    int after = i + 1 < found && infos[i + 1].codepoint && infos[i + 1].cluster == infos[i].cluster &&
                positions[i + 1].x_advance;
    if (!infos[i].codepoint && (before || after || !positions[i].x_advance)) continue;
    glyphs[written++] = (ShapedGlyph){infos[i].codepoint, infos[i].cluster, positions[i].x_advance, positions[i].x_offset,
                                      positions[i].y_offset};
  }
  p_hb_buffer_destroy(buffer);
  return written;
}
