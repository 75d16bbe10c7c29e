#include "CLinux.h"  // before dlfcn.h, which gives dlsym its name on 32-bit processors only if the types are known
#include <dlfcn.h>

// What ships does not link printf: these definitions replace those of its static libraries that need it.

// For the messages of LIBGL_DEBUG. board/libraries makes libdrm's own definition weak.
void drmMsg(const char *format, ...) { (void)format; }

// musl's, which also say that a static program opens no libraries.
#ifndef __GLIBC__
void *dlopen(const char *name, int mode) { return (void)name, (void)mode, NULL; }
void *dlsym(void *library, const char *name) { return (void)library, (void)name, NULL; }
char *dlerror(void) { return "Dynamic loading not supported"; }
#endif
