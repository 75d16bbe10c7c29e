// FreeType's module "psaux" with the functions that its CFF driver calls. The linker removes the others, the parser of
// Type 1 fonts, because only the original module refers to them.
#define psaux_module_class psaux_module_class_with_type1
#include "psaux.c"
#undef psaux_module_class

static const PSAux_Interface functions = {
    .cff_random = cff_random,
    .ps_decoder_init = ps_decoder_init,
    .cff_decoder_funcs = &cff_decoder_funcs,
};

const FT_Module_Class psaux_module_class = {
    .module_size = sizeof(FT_ModuleRec),
    .module_name = "psaux",
    .module_version = 0x20000,
    .module_requires = 0x20000,
    .module_interface = &functions,
};
