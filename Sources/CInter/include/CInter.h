#pragma once
#include <stddef.h>

// The bytes and the size of the built-in font: Inter with weights 100 to 900, subsetted by subset.py.
const unsigned char *inter_font_bytes(void);
extern const long inter_font_size;
// The kerning between two glyphs of the built-in font with a weight (100 to 900), in font units; 0 for a glyph that the
// font does not have.
int inter_kerning(unsigned left, unsigned right, int weight);
