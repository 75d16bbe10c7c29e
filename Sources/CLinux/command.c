#define _GNU_SOURCE  // for pipe2
#include "CLinux.h"
#include <sys/wait.h>

int linux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int linux_free_number(void) {
  for (int number = 3; number < 10; number++) {
    const int flags = fcntl(number, F_GETFD);
    if (flags < 0 || flags & FD_CLOEXEC) return number;
  }
  return -1;
}

void linux_suspend(int whole_group) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTSTP);
  kill(whole_group ? 0 : getpid(), SIGTSTP);
  // Unblocking delivers the signal: the process stops here until SIGCONT. In an orphaned process group, where no shell
  // could continue it, the kernel ignores SIGTSTP.
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  sigprocmask(SIG_BLOCK, &set, NULL);
}

void linux_interrupt(int whole_group) {
  sigset_t set;
  if (signal(SIGINT, SIG_DFL) == SIG_IGN) return;
  kill(whole_group ? 0 : getpid(), SIGINT);
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

// Whether SIGPIPE was ignored when the program was started: then it is ignored in commands too.
static int ignores_broken_pipes = -1;

void linux_ignore_broken_pipes(void) {
  const int ignored = signal(SIGPIPE, SIG_IGN) == SIG_IGN;
  if (ignores_broken_pipes < 0) ignores_broken_pipes = ignored;
}

static void send_report(int report, int process, int status) {
  const int message[2] = {process, status};
  while (write(report, message, sizeof message) < 0 && errno == EINTR) {}
}

// Sets up descriptors and signals, and executes the command.
static void exec_command(char *const *words, const int streams[3], int extra, int number, const sigset_t *mask,
                         int report) {
  int copies[3];  // their numbers are above those that dup2 overwrites
  report = fcntl(report, F_DUPFD_CLOEXEC, 10);
  for (int i = 0; i < 3; i++) copies[i] = fcntl(streams[i], F_DUPFD_CLOEXEC, 10);
  for (int i = 0; i < 3; i++) dup2(copies[i], i);
  if (extra == number && extra >= 0) fcntl(extra, F_SETFD, 0);
  if (extra != number) dup2(extra, number);
  if (ignores_broken_pipes != 1) signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, mask, NULL);
  execvp(words[0], words);
  send_report(report, 0, errno);
  _exit(126);
}

// Becomes the leader of a new session on the terminal, with the command as its foreground job, and reports its status.
// A command that was the session leader itself could not be stopped from the keyboard: its process group would be
// orphaned, and the kernel ignores SIGTSTP there.
static void run_session(char *const *words, const int streams[3], int extra, int number, const sigset_t *mask,
                        int report, int terminal) {
  setsid();
  ioctl(terminal, TIOCSCTTY, 0);
  signal(SIGTTOU, SIG_IGN);
  const int command = fork();
  if (command == 0) {
    setpgid(0, 0);
    tcsetpgrp(terminal, getpid());
    signal(SIGTTOU, SIG_DFL);
    send_report(report, getpid(), 0);
    exec_command(words, streams, extra, number, mask, report);
  }
  if (command < 0) {
    send_report(report, 0, errno);
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
    if (i != report) close(i);  // else readers of a stream that the command closes would see no end
  for (int status;;) {
    const int process = waitpid(command, &status, WUNTRACED);
    if (process < 0 && errno == EINTR) continue;
    if (process < 0) _exit(126);
    send_report(report, command, status);
    if (!WIFSTOPPED(status)) _exit(0);
  }
}

int linux_start_command(char *const *words, const int streams[3], int extra, int number, int terminal,
                        const sigset_t *mask, int *report, int *job) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return -1;
  const int process = fork();
  if (process == 0 && terminal < 0) exec_command(words, streams, extra, number, mask, ends[1]);
  if (process == 0) run_session(words, streams, extra, number, mask, ends[1], terminal);
  int first[2] = {process, errno};
  close(ends[1]);
  if (process > 0 && terminal >= 0)
    while (read(ends[0], first, sizeof first) < 0 && errno == EINTR) {}
  *report = ends[0];
  *job = first[0];
  if (first[0] > 0) return process;
  close(ends[0]);
  *report = -1;
  errno = first[1];
  return -1;
}

void linux_exec(char *const *words, int output) {
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(null, 0);
  dup2(output, 1);
  dup2(null, 2);
  execvp(words[0], words);
}

int linux_wait(int process, int *status) { return waitpid(process, status, WNOHANG); }
int linux_await(int process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return 127 << 8;  // exit status 127: how it ended is not known
  }
  return status;
}
int linux_end_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
int linux_exit_status(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }
int linux_is_stopped(int status) { return WIFSTOPPED(status); }
