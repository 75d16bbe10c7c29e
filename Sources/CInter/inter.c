#include "CInter.h"

#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed

#if !__has_embed("../../build/font/Inter.ttf") || !__has_embed("../../build/font/Inter.ttf.kern")
#error "build/font/Inter.ttf is missing: run `make assets`"
#endif

static const unsigned char font[] = {
#embed "../../build/font/Inter.ttf"
};

static const unsigned char kerning[] = {
#embed "../../build/font/Inter.ttf.kern"
};

const unsigned char *inter_font_bytes(void) { return font; }
const long inter_font_size = sizeof font;

// A signed number of two bytes.
static int number(const unsigned char *bytes) { return (short)(bytes[0] | bytes[1] << 8); }

// The table's format is described at `matrix` in subset.py.
int inter_kerning(unsigned left, unsigned right, int weight) {
  unsigned glyphs = kerning[0] | kerning[1] << 8, rows = kerning[2], columns = kerning[3];
  if (left >= glyphs || right >= glyphs) return 0;
  const unsigned char *left_classes = kerning + 4, *right_classes = left_classes + glyphs;
  const unsigned char *indices = right_classes + glyphs, *values = indices + rows * columns;
  const unsigned char *of_weights = values + 6 * indices[left_classes[left] * columns + right_classes[right]];
  int thin = number(of_weights), regular = number(of_weights + 2), black = number(of_weights + 4);
  return regular + (weight < 400 ? (regular - thin) * (weight - 400) / 300 : (black - regular) * (weight - 400) / 500);
}
