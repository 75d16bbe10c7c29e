// stat, fstat and lstat, which libc.so has since glibc 2.33. Before, they were in its static part, libc_nonshared.a, as
// here.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#pragma GCC visibility push(hidden)

// On 64-bit processors the kernel's struct stat is that of glibc.
int stat(const char *path, struct stat *status) { return (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, 0); }

int fstat(int file, struct stat *status) { return (int)syscall(SYS_fstat, file, status); }

int lstat(const char *path, struct stat *status) {
  return (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
