#pragma once
#include <stdint.h>

// HarfBuzz and FriBidi, opened with dlopen when a text needs them, so that the program starts without them.

typedef struct {
  uint32_t glyph, cluster;
  int32_t advance, x, y;  // 1/64 pixel, y up
} ShapedGlyph;

// Whether both libraries are there.
int shaping_is_available(void);

// The embedding level of each character (Unicode Standard Annex 9); returns 0 when memory is out.
int shaping_levels(const uint32_t *text, int count, int8_t *levels);

typedef struct ShapingFont ShapingFont;

// A font of bytes that must stay as long as it does, in one weight; null without the libraries. Making one takes longer
// than shaping a line.
ShapingFont *shaping_font(const unsigned char *bytes, long size, int weight);
void shaping_font_end(ShapingFont *font);

// Shapes `length` characters from `start` in one direction; `size` in 1/64 pixel. Returns how many glyphs it wrote, at most `limit`.
int shaping_run(ShapingFont *font, int size, const uint32_t *text, int count, int start, int length, int is_right_to_left,
                ShapedGlyph *glyphs, int limit);
