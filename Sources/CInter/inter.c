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

// The table's format is described at `matrix` in subset.py.
int inter_kerning(unsigned left, unsigned right) {
  unsigned glyphs = kerning[0] | kerning[1] << 8, rows = kerning[2], columns = kerning[3];
  if (left >= glyphs || right >= glyphs) return 0;
  const unsigned char *left_classes = kerning + 4, *right_classes = left_classes + glyphs;
  const unsigned char *indices = right_classes + glyphs, *values = indices + rows * columns;
  const unsigned char *value = values + 2 * indices[left_classes[left] * columns + right_classes[right]];
  return (short)(value[0] | value[1] << 8);
}
