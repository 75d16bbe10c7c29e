#include "CFreeType.h"
#include <stdlib.h>

extern const FT_Module_Class tt_driver_class, cff_driver_class, sfnt_module_class, glyph_names_class,
    psaux_module_class, ft_smooth_renderer_class;

// FreeType uses Brotli only for WOFF2 files. This stub keeps Brotli's dictionary of 120 KB out of the program.
int BrotliDecoderDecompress(size_t size, const unsigned char *in, size_t *out_size, unsigned char *out) { return 0; }

// The allocator that FT_New_Library requires.
static void *allocate(FT_Memory memory, long size) { return malloc((size_t)size); }
static void release(FT_Memory memory, void *block) { free(block); }
static void *grow(FT_Memory memory, long current, long size, void *block) { return realloc(block, (size_t)size); }

FT_Library freetype_library(void) {
  static struct FT_MemoryRec_ memory = {NULL, allocate, release, grow};
  FT_Library library;
  if (FT_New_Library(&memory, &library)) return NULL;
  FT_Add_Module(library, &psaux_module_class);
  FT_Add_Module(library, &glyph_names_class);
  FT_Add_Module(library, &sfnt_module_class);
  FT_Add_Module(library, &tt_driver_class);
  FT_Add_Module(library, &cff_driver_class);
  FT_Add_Module(library, &ft_smooth_renderer_class);
  return library;
}
