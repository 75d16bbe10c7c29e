#pragma once
#ifndef _GNU_SOURCE  // as in CLinux: modules that see different system headers cannot be used together
#define _GNU_SOURCE
#endif
#include <zlib.h>
