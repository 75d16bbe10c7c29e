#pragma once
// FreeType's headers include each other as <freetype/…>, and are installed in a folder that compilers do not search.
// Here is a header of each name that includes the installed one, so that no option is needed.
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MULTIPLE_MASTERS_H
#include FT_MODULE_H
#include FT_GLYPH_H
#include FT_OUTLINE_H

// Creates a FreeType library with only the modules that TrueType and OpenType fonts need; FT_Init_FreeType would link
// all drivers. Returns NULL if memory is exhausted.
FT_Library freetype_library(void);

// Kerning in unrounded 1/64 pixel, for FT_Get_Kerning.
static const FT_UInt freetype_kerning = FT_KERNING_UNFITTED;
// Outlines without hinting or embedded bitmaps, for FT_Load_Glyph.
static const FT_Int32 freetype_load = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;
