#include <freetype2/freetype/ftglyph.h>
