#define _GNU_SOURCE  // for pipe2
#include "CLinux.h"
#include <sys/wait.h>

int linux_fork(int *end) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) return -1;
  const int process = fork();
  if (process != 0) close(ends[1]);
  if (process <= 0) close(ends[0]);
  *end = ends[0];  // its other end closes with the process
  return process;
}

void linux_reap(int process) {
  kill(process, SIGKILL);
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
}
