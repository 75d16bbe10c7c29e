#include <freetype2/freetype/config/mac-support.h>
