#define _GNU_SOURCE  // for pipe2 and memfd_create
#include "CLinux.h"
#include <sys/syscall.h>
#include <sys/wait.h>

// Killed, but not yet gone: one that sleeps in a broken file system may take its time, and nobody waits for it.
static int dying[64];

static void bury(void) {
  for (size_t index = 0; index < sizeof dying / sizeof dying[0]; index++)
    if (dying[index] && waitpid(dying[index], NULL, WNOHANG) != 0) dying[index] = 0;
}

int linux_fork(int *end) {
  int ends[2];
  bury();
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) return -1;
  const int process = fork();
  if (process != 0) close(ends[1]);
  if (process <= 0) close(ends[0]);
  *end = ends[0];  // its other end closes with the process
  if (process > 0) {
    // Better: this is readable when it can be buried. Linux before 5.3 has none.
    const int watch = (int)syscall(SYS_pidfd_open, process, 0);
    if (watch >= 0) {
      close(ends[0]);
      *end = watch;
    }
  }
  return process;
}

void linux_reap(int process) {
  kill(process, SIGKILL);
  bury();
  // Most often it has just closed its files, and is about to be gone.
  for (int attempt = 0; attempt < 5; attempt++) {
    if (waitpid(process, NULL, WNOHANG) != 0) return;
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
  }
  for (size_t index = 0; index < sizeof dying / sizeof dying[0]; index++)
    if (!dying[index]) {
      dying[index] = process;
      return;
    }
}

void linux_become_another(const char *name, const char *word, int output) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (dup2(output, 1) == 1) execl("/proc/self/exe", name, word, NULL);
}

int linux_memory(void) { return memfd_create("errand", MFD_CLOEXEC); }

int linux_shared_memory(long size) {
  const int fd = memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0 || (ftruncate(fd, size) == 0 && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK) == 0)) return fd;
  const int error = errno;
  close(fd);
  errno = error;
  return -1;
}
