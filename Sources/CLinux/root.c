// For chroot. CLinux.h must not define it, because Swift imports that without it.
#define _GNU_SOURCE
#include "CLinux.h"

int linux_change_root(void) { return chroot("."); }
