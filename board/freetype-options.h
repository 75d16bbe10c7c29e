// FreeType's build options: Debian's, without the parts that unhinted outlines do not need.
#include <freetype/config/ftoption.h>

#undef FT_CONFIG_OPTION_ENVIRONMENT_PROPERTIES
#undef FT_CONFIG_OPTION_INCREMENTAL
#undef FT_CONFIG_OPTION_SUBPIXEL_RENDERING

// Hinting instructions: fonts are loaded with FT_LOAD_NO_HINTING.
#undef TT_CONFIG_OPTION_BYTECODE_INTERPRETER
#undef TT_CONFIG_OPTION_SUBPIXEL_HINTING
#undef TT_SUPPORT_SUBPIXEL_HINTING_MINIMAL
#undef TT_USE_BYTECODE_INTERPRETER

// Bitmap, SVG and colour glyphs.
#undef FT_CONFIG_OPTION_SVG
#undef TT_CONFIG_OPTION_COLOR_LAYERS
#undef TT_CONFIG_OPTION_EMBEDDED_BITMAPS
#undef TT_SUPPORT_COLRV1

// Glyph names, font names, and character maps other than Unicode.
#undef FT_CONFIG_OPTION_ADOBE_GLYPH_LIST
#undef FT_CONFIG_OPTION_POSTSCRIPT_NAMES
#undef TT_CONFIG_CMAP_FORMAT_2
#undef TT_CONFIG_CMAP_FORMAT_14
#undef TT_CONFIG_OPTION_BDF
#undef TT_CONFIG_OPTION_POSTSCRIPT_NAMES
#undef TT_CONFIG_OPTION_SFNT_NAMES

// Formats of Unicode maps that are discouraged, or only for fonts of last resort (OpenType 1.9, "cmap").
#undef TT_CONFIG_CMAP_FORMAT_8
#undef TT_CONFIG_CMAP_FORMAT_10
#undef TT_CONFIG_CMAP_FORMAT_13

// File formats other than TrueType and OpenType.
#undef FT_CONFIG_OPTION_GUESSING_EMBEDDED_RFORK
#undef FT_CONFIG_OPTION_MAC_FONTS
#undef FT_CONFIG_OPTION_USE_LZW
#undef FT_CONFIG_OPTION_USE_ZLIB
#define T1_CONFIG_OPTION_NO_AFM
#define T1_CONFIG_OPTION_NO_MM_SUPPORT
