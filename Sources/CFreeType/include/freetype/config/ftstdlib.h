#include <freetype2/freetype/config/ftstdlib.h>
