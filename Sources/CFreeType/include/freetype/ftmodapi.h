#include <freetype2/freetype/ftmodapi.h>
