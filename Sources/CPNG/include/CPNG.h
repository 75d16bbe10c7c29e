#pragma once
#include <png.h>

// Macros that Swift cannot import.
static const png_uint_32 png_version = PNG_IMAGE_VERSION;
static const png_uint_32 png_bgra = PNG_FORMAT_BGRA;
static inline int png_has_failed(const png_image *image) { return PNG_IMAGE_FAILED(*image); }
