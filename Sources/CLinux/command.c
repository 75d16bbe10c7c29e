#define _GNU_SOURCE  // for posix_openpt, ptsname_r and pipe2
#include "CLinux.h"
#include <sys/wait.h>
#include <termios.h>

int linux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int linux_free_number(void) {
  for (int number = 3; number < 10; number++) {
    const int flags = fcntl(number, F_GETFD);
    if (flags < 0 || flags & FD_CLOEXEC) return number;
  }
  return -1;
}

int linux_open_terminal(int *device) {
  const int end = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  char name[64];
  if (end < 0) return -1;
  if (grantpt(end) == 0 && unlockpt(end) == 0 && ptsname_r(end, name, sizeof name) == 0 &&
      (*device = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)) >= 0)
    return end;
  const int reason = errno;
  close(end);
  errno = reason;
  return -1;
}

void linux_copy_size(int from, int to) {
  struct winsize size;
  if (ioctl(from, TIOCGWINSZ, &size) == 0) ioctl(to, TIOCSWINSZ, &size);
}

void linux_copy_modes(int from, int to, int with_output) {
  struct termios modes;
  if (tcgetattr(from, &modes)) return;
  if (!with_output) modes.c_oflag &= ~(tcflag_t)OPOST;
  tcsetattr(to, TCSANOW, &modes);
}

void *linux_make_raw(int fd) {
  struct termios *before = malloc(sizeof *before);
  if (before && tcgetpgrp(fd) == getpgrp() && tcgetattr(fd, before) == 0) {
    struct termios raw = *before;
    cfmakeraw(&raw);
    if (tcsetattr(fd, TCSANOW, &raw) == 0) return before;
  }
  free(before);
  return NULL;
}

void linux_restore_modes(int fd, void *before) {
  tcsetattr(fd, TCSANOW, before);
  free(before);
}

void linux_suspend(int whole_group) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTSTP);
  kill(whole_group ? 0 : getpid(), SIGTSTP);
  sigprocmask(SIG_UNBLOCK, &set, NULL);  // here we stand until SIGCONT, unless nobody could send one
  sigprocmask(SIG_BLOCK, &set, NULL);
}

static void tell(int report, int process, int change) {
  const int message[2] = {process, change};
  while (write(report, message, sizeof message) < 0 && errno == EINTR) {}
}

static void become(char *const *words, const int streams[3], int extra, int number, const sigset_t *mask, int report) {
  int copies[3];  // with numbers above those that are overwritten
  report = fcntl(report, F_DUPFD_CLOEXEC, 10);
  for (int i = 0; i < 3; i++) copies[i] = fcntl(streams[i], F_DUPFD_CLOEXEC, 10);
  for (int i = 0; i < 3; i++) dup2(copies[i], i);
  if (extra == number && extra >= 0) fcntl(extra, F_SETFD, 0);
  if (extra != number) dup2(extra, number);
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, mask, NULL);
  execvp(words[0], words);
  const int reason = errno;
  tell(report, 0, reason);
  _exit(126);
}

// Leads a session on the terminal, with the command as its job. A command that led the session itself could not be
// stopped from the keyboard: nobody in its session could continue it, so the kernel would ignore SIGTSTP.
static void lead(char *const *words, const int streams[3], int extra, int number, const sigset_t *mask, int report, int terminal) {
  setsid();
  ioctl(terminal, TIOCSCTTY, 0);
  signal(SIGTTOU, SIG_IGN);
  const int command = fork();
  if (command == 0) {
    setpgid(0, 0);
    tcsetpgrp(terminal, getpid());
    signal(SIGTTOU, SIG_DFL);
    tell(report, getpid(), 0);
    become(words, streams, extra, number, mask, report);
  }
  if (command < 0) {
    tell(report, 0, errno);
    _exit(126);
  }
  setpgid(command, command);
  signal(SIGINT, SIG_IGN);
  signal(SIGQUIT, SIG_IGN);
  signal(SIGTSTP, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int i = 0; i < 256; i++)
    if (i != report) close(i);  // a stream that the command closes is closed
  for (int status;;) {
    const int process = waitpid(command, &status, WUNTRACED);
    if (process < 0 && errno == EINTR) continue;
    if (process < 0) _exit(126);
    tell(report, command, status);
    if (!WIFSTOPPED(status)) _exit(0);
  }
}

int linux_start(char *const *words, const int streams[3], int extra, int number, int terminal, const sigset_t *mask, int *report, int *job) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return -1;
  const int process = fork();
  if (process == 0 && terminal < 0) become(words, streams, extra, number, mask, ends[1]);
  if (process == 0) lead(words, streams, extra, number, mask, ends[1], terminal);
  int first[2] = {process, errno};
  close(ends[1]);
  if (process > 0 && terminal >= 0)
    while (read(ends[0], first, sizeof first) < 0 && errno == EINTR) {}
  *report = ends[0];
  *job = first[0];
  if (first[0] > 0) return process;
  close(ends[0]);
  errno = first[1];
  return -1;
}

int linux_collect(int process, int *status) { return waitpid(process, status, WNOHANG); }
int linux_exit_status(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }
int linux_is_stopped(int status) { return WIFSTOPPED(status); }
