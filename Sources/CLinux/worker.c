#define _GNU_SOURCE  // for pipe2 and memfd_create
#include "CLinux.h"
#include <limits.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

// Children that were killed and have not ended yet. A process that sleeps in a broken file system cannot be killed at
// once.
static int killed[64], killed_count;

void linux_reap_killed(void) {
  for (int index = killed_count - 1; index >= 0; index--)
    if (waitpid(killed[index], NULL, WNOHANG) != 0) killed[index] = killed[--killed_count];
}

// The descriptor of a child whose end of file tells the parent that the child has ended.
static int end_of_life;

int linux_fork(int *end) {
  int ends[2];
  linux_reap_killed();
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) return -1;
  const int process = fork();
  if (process == 0) end_of_life = ends[1];
  else close(ends[1]);
  if (process <= 0) close(ends[0]);
  *end = ends[0];  // readable at end of file: the kernel closes the other end when the process ends
  if (process > 0) {
    // A pidfd is better (Linux 5.3): it becomes readable when the process can be reaped, slightly after the pipe.
    const int pidfd = (int)syscall(SYS_pidfd_open, process, 0);
    if (pidfd >= 0) {
      close(ends[0]);
      *end = pidfd;
    }
  }
  return process;
}

void linux_reap(int process) {
  if (waitpid(process, NULL, WNOHANG) != 0) return;  // it has ended, or is no child of ours after linux_detach
  kill(process, SIGKILL);
  linux_reap_killed();
  // Usually the process has just closed its files and is about to end.
  for (int attempt = 0; attempt < 5; attempt++) {
    if (waitpid(process, NULL, WNOHANG) != 0) return;
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
  }
  if (killed_count < (int)(sizeof killed / sizeof killed[0])) killed[killed_count++] = process;
}

void linux_exec_self(const char *name, const char *argument, int output) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (dup2(output, 1) == 1) execl("/proc/self/exe", name, argument, NULL);
}

void linux_set_process_name(const char *name) { prctl(PR_SET_NAME, name); }

static int set_limit(int resource, unsigned long value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit)) return -1;
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < value) return 0;  // already stricter
  limit.rlim_cur = limit.rlim_max = value;
  return setrlimit(resource, &limit);
}

// Size of the address space in bytes (proc_pid_statm(5)); 0 if /proc is not mounted.
static unsigned long address_space(void) {
  char text[64];
  const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  const ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text);
  if (fd >= 0) close(fd);
  if (size <= 0) return 0;
  unsigned long pages = 0;
  for (ssize_t i = 0; i < size && text[i] >= '0' && text[i] <= '9'; i++) pages = pages * 10 + (unsigned long)(text[i] - '0');
  return pages * (unsigned long)sysconf(_SC_PAGESIZE);
}

// close_range(2), which Linux has from 5.9 on.
static void close_descriptors(unsigned first, unsigned last) {
  if (!syscall(SYS_close_range, first, last, 0) || errno != ENOSYS) return;
  const unsigned long limit = (unsigned long)sysconf(_SC_OPEN_MAX);
  for (unsigned long number = first; number <= last && number < limit; number++) close((int)number);
}

void linux_keep_descriptors(const int *kept, size_t count) {
  unsigned first = 3;
  while (first) {
    unsigned next = ~0U;
    for (size_t index = 0; index < count; index++)
      if (kept[index] >= (int)first && (unsigned)kept[index] < next) next = (unsigned)kept[index];
    if (first < next) close_descriptors(first, next == ~0U ? next : next - 1);
    first = next + 1;  // 0 after the last
  }
}

void linux_close_files(void) { linux_keep_descriptors(&end_of_life, 1); }

void linux_confine(int first, int second) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  setpgid(0, 0);
  linux_keep_descriptors((int[]){first, second, end_of_life}, 3);
}

int linux_set_limits(unsigned long seconds, unsigned long memory, unsigned long file) {
  const unsigned long now = address_space();
  if (set_limit(RLIMIT_CORE, 0) || set_limit(RLIMIT_CPU, seconds) || set_limit(RLIMIT_FSIZE, file)) return -1;
  return now == 0 || now + memory < now ? 0 : set_limit(RLIMIT_AS, now + memory);
}

int linux_limit_file_size(int process) {
  struct rlimit theirs;
  if (prlimit(process, RLIMIT_FSIZE, NULL, &theirs)) return -1;
  // Not limited, or more than a 32-bit processor can pass on; ours is far below.
  return theirs.rlim_cur > LONG_MAX ? 0 : set_limit(RLIMIT_FSIZE, theirs.rlim_cur);
}

void linux_open_standard_streams(void) {
  for (int number = 0; number < 3; number++) {
    if (fcntl(number, F_GETFD) >= 0) continue;
    if (open("/dev/null", O_RDWR) < 0) open("/", O_RDONLY);  // /dev is not mounted: any open file will do
  }
}

int linux_detach(void) {
  const int process = fork();
  if (process > 0) _exit(0);
  return process;
}

int linux_memory_file(void) { return memfd_create("result", MFD_CLOEXEC); }

int linux_sealed_memory_file(long size) {
  const int fd = memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0 || (ftruncate(fd, size) == 0 && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK) == 0)) return fd;
  const int error = errno;
  close(fd);
  errno = error;
  return -1;
}
