#define _GNU_SOURCE  // for statx
#include "CLinux.h"
#include <linux/magic.h>
#include <sys/vfs.h>

// tmpfs, and with it devtmpfs, has birth times since Linux 6.1.
long long linux_file_age(const char *path, int *is_birth) {
  struct statx status;
  if (statx(AT_FDCWD, path, 0, STATX_BTIME | STATX_CTIME, &status)) return -1;
  *is_birth = (status.stx_mask & STATX_BTIME) != 0;
  const struct statx_timestamp *time = *is_birth ? &status.stx_btime : &status.stx_ctime;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (now.tv_sec - time->tv_sec) * 1000000000LL + now.tv_nsec - time->tv_nsec;
}

int linux_is_initramfs(void) {
  struct statfs root;
  return statfs("/", &root) == 0 && (root.f_type == RAMFS_MAGIC || root.f_type == TMPFS_MAGIC);
}
