#include "CInter.h"

#if !__has_embed("Inter.ttf")
#error "build/font/Inter.ttf is missing: run `make assets`"
#endif

static const unsigned char font[] = {
#embed "Inter.ttf"
};

const unsigned char *inter_font_bytes(void) { return font; }
const long inter_font_size = sizeof font;
