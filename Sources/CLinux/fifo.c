#include "CLinux.h"

int linux_open_fifo(const char *path) {
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return -1;
  struct stat status;
  const int is_known = fstat(fd, &status) == 0;
  const int is_ours = status.st_uid == 0 || status.st_uid == geteuid();
  if (is_known && S_ISFIFO(status.st_mode) && is_ours && !(status.st_mode & S_IWOTH)) return fd;
  close(fd);
  errno = is_known && S_ISFIFO(status.st_mode) ? EPERM : EEXIST;
  return -1;
}
