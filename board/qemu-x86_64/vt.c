// Virtual terminals as other programs use them.
//
//   vt active             prints the number of the active terminal
//   vt state NUMBER       prints the mode of a terminal, such as "text auto" or "graphics process"
//   vt compositor NUMBER  activates a terminal in graphics mode, as compositors do, and runs `baseline move` while it
//                         is active; SIGTERM restores the text mode and leaves the terminal active

#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void control(int terminal, unsigned long request, void *argument, const char *name) {
  if (ioctl(terminal, request, argument) < 0) {
    perror(name);
    exit(1);
  }
}

static int print_active(void) {
  const int console = open("/dev/tty0", O_RDWR | O_NOCTTY | O_CLOEXEC);
  struct vt_stat state;
  control(console, VT_GETSTATE, &state, "VT_GETSTATE");
  return printf("%d\n", state.v_active) < 0;
}

static int print_state(int terminal) {
  int display;
  struct vt_mode mode;
  control(terminal, KDGETMODE, &display, "KDGETMODE");
  control(terminal, VT_GETMODE, &mode, "VT_GETMODE");
  return printf("%s %s\n", display == KD_TEXT ? "text" : "graphics", mode.mode == VT_AUTO ? "auto" : "process") < 0;
}

static pid_t draw(const sigset_t *blocked) {
  const pid_t child = fork();
  if (child) return child;
  sigprocmask(SIG_UNBLOCK, blocked, NULL);
  execlp("baseline", "baseline", "move", NULL);
  _exit(1);
}

static void stop(pid_t child) {
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
}

static int compose(int terminal, long number) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  sigaddset(&signals, SIGUSR2);
  sigaddset(&signals, SIGTERM);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  control(terminal, VT_ACTIVATE, (void *)number, "VT_ACTIVATE");
  control(terminal, VT_WAITACTIVE, (void *)number, "VT_WAITACTIVE");
  struct vt_mode mode = {.mode = VT_PROCESS, .relsig = SIGUSR1, .acqsig = SIGUSR2};
  control(terminal, KDSETMODE, (void *)KD_GRAPHICS, "KDSETMODE");
  control(terminal, VT_SETMODE, &mode, "VT_SETMODE");
  pid_t child = draw(&signals);
  for (;;) {
    const int number = sigwaitinfo(&signals, NULL);
    if (number == SIGUSR1) {
      stop(child);
      child = 0;
      ioctl(terminal, VT_RELDISP, 1);
    } else if (number == SIGUSR2) {
      ioctl(terminal, VT_RELDISP, VT_ACKACQ);
      if (!child) child = draw(&signals);
    } else if (number == SIGTERM) {
      if (child) stop(child);
      mode = (struct vt_mode){.mode = VT_AUTO};
      control(terminal, VT_SETMODE, &mode, "VT_SETMODE");
      control(terminal, KDSETMODE, (void *)KD_TEXT, "KDSETMODE");
      return 0;
    }
  }
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "active") == 0) return print_active();
  if (count != 3) return 2;
  char path[32];
  const long number = strtol(arguments[2], NULL, 10);
  snprintf(path, sizeof path, "/dev/tty%ld", number);
  const int terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) {
    perror(path);
    return 1;
  }
  return strcmp(arguments[1], "state") == 0 ? print_state(terminal) : compose(terminal, number);
}
