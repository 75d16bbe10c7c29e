#pragma once
#include <stdint.h>

// HarfBuzz and FriBidi, opened with dlopen when a text needs shaping, so that the program also runs without them.

// A glyph's index in the font, the index of its cluster's first character, its advance and its offset from the pen.
typedef struct {
  uint32_t glyph, cluster;
  int32_t advance, x, y;  // 1/64 pixel, y points up
} ShapedGlyph;

// Returns 1 if both libraries are installed, else 0.
int shaping_is_available(void);

// Writes the embedding level of each character (Unicode Standard Annex 9) to `levels`. Returns 0 if memory is
// exhausted. Call this only if shaping_is_available.
int shaping_levels(const uint32_t *text, int count, int8_t *levels);

// A HarfBuzz font (hb_font_t).
typedef struct ShapingFont ShapingFont;

// Creates a font in one weight, 100 to 900, from the bytes of a font file, which must stay valid until
// shaping_font_end. Returns NULL without the libraries. Creating a font takes longer than shaping a line.
ShapingFont *shaping_font(const unsigned char *bytes, long size, int weight);
// Destroys a font.
void shaping_font_end(ShapingFont *font);

// Shapes `length` characters from `start` of a text of `count` characters in one direction. `size` is the em in 1/64
// pixel. Writes at most `limit` glyphs, from left to right, and returns their number.
int shaping_run(ShapingFont *font, int size, const uint32_t *text, int count, int start, int length,
                int is_right_to_left, ShapedGlyph *glyphs, int limit);
