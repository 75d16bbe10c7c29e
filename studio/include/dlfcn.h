#pragma once

// WebAssembly has no libraries to open at run time: HarfBuzz and FriBidi are not found.

#define RTLD_NOW 0
#define RTLD_LOCAL 0

static inline void *dlopen(const char *name, int mode) { return 0; }
static inline void *dlsym(void *library, const char *name) { return 0; }
