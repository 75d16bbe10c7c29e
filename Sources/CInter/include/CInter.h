#pragma once
#include <stddef.h>

// The built-in font: Inter, weights 100 to 900, cut by subset.py.
const unsigned char *inter_font_bytes(void);
extern const long inter_font_size;
// What comes between two of its glyphs, in font units.
int inter_kerning(unsigned left, unsigned right);
