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

static int limit(int resource, unsigned long value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit)) return -1;
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < value) return 0;  // there is a narrower one
  limit.rlim_cur = limit.rlim_max = value;
  return setrlimit(resource, &limit);
}

// Bytes of this process's address space (proc_pid_statm(5)); 0 where /proc is not mounted yet.
static unsigned long address_space(void) {
  char text[64];
  const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  const ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  if (size <= 0) return 0;
  text[size] = 0;
  return strtoul(text, NULL, 10) * (unsigned long)sysconf(_SC_PAGESIZE);
}

int linux_limit(unsigned long seconds, unsigned long memory, unsigned long file) {
  const unsigned long now = address_space();
  if (limit(RLIMIT_CORE, 0) || limit(RLIMIT_CPU, seconds) || limit(RLIMIT_FSIZE, file)) return -1;
  return now == 0 || now + memory < now ? 0 : limit(RLIMIT_AS, now + memory);
}

void linux_open_standard_streams(void) {
  for (int number = 0; number < 3; number++)
    if (fcntl(number, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) open("/", O_RDONLY);  // no /dev yet: only the number counts
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
