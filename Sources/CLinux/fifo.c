#include "CLinux.h"

int linux_open_fifo(const char *path) {
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return -1;
  struct stat status;
  if (fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode)) return fd;
  close(fd);
  errno = EEXIST;
  return -1;
}
