// FreeType's module "sfnt" without the PostScript names of fonts, which nothing asks for. The caller of the service
// checks whether it has the function (FT_Get_Postscript_Name).
#include <freetype/internal/ftobjs.h>
#include <freetype/internal/services/svpostnm.h>

#undef FT_DEFINE_SERVICE_PSFONTNAMEREC
#define FT_DEFINE_SERVICE_PSFONTNAMEREC(service, function) static const FT_Service_PsFontNameRec service = {NULL};

#include "sfnt.c"
