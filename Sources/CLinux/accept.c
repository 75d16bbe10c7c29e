#define _GNU_SOURCE  // for accept4; headers that Swift reads must not define it: its own modules are built without
#include "CLinux.h"

int linux_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }
