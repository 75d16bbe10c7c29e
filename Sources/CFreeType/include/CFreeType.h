#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MULTIPLE_MASTERS_H
#include FT_MODULE_H
#include FT_OUTLINE_H

// A FreeType library with only the modules that TrueType and OpenType fonts need;
// FT_Init_FreeType would link every other driver too. Null when memory is out.
FT_Library freetype_library(void);

static const FT_UInt freetype_kerning = FT_KERNING_UNFITTED;
static const FT_Int32 freetype_load = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;
