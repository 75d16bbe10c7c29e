#include "CFreeType.h"
#include <string.h>

// A replacement for FreeType's module "psnames", which its CFF driver requires. The original has 64 KB of tables for
// glyph names and for fonts without a character map; TrueType and OpenType fonts have a character map, so the tables
// are left out here. The structure is FT_Service_PsCMapsRec of FreeType's internal svpscmap.h, unchanged since 2005.
typedef struct {
  void *unicode_value, *unicodes_init, *unicodes_char_index, *unicodes_char_next;
  const char *(*macintosh_name)(FT_UInt);
  const char *(*adobe_std_strings)(FT_UInt);
  const unsigned short *adobe_std_encoding, *adobe_expert_encoding;
} GlyphNames;

static const char *no_name(FT_UInt index) { return NULL; }
static const unsigned short no_encoding[256];
static const GlyphNames names = {NULL, NULL, NULL, NULL, no_name, no_name, no_encoding, no_encoding};

// Returns the service "postscript-cmaps", the only one of the module.
static FT_Module_Interface get_interface(FT_Module module, const char *service) {
  return strcmp(service, "postscript-cmaps") == 0 ? (FT_Module_Interface)&names : NULL;
}

const FT_Module_Class glyph_names_class = {
    // FT_ModuleRec of FreeType's internal ftobjs.h.
    .module_size = sizeof(struct { void *clazz, *library, *memory; }),
    .module_name = "psnames",
    .module_version = 0x10000,
    .module_requires = 0x20000,
    .module_interface = &names,
    .get_interface = get_interface,
};
