#define _GNU_SOURCE  // for cfmakeraw
#include "CLinux.h"
#include <termios.h>

int linux_open_pseudoterminal(int *device) {
  // The calls of posix_openpt(3) and ptsname(3), without printf, which comes with them in musl. TIOCGPTPEER: Linux
  // 4.13.
  const int master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK), is_locked = 0;
  if (master < 0) return -1;
  if (ioctl(master, TIOCSPTLCK, &is_locked) == 0 &&
      (*device = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC)) >= 0)
    return master;
  const int error = errno;
  close(master);
  errno = error;
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

void *linux_set_raw_mode(int fd) {
  struct termios *modes = malloc(sizeof *modes);
  if (modes && tcgetpgrp(fd) == getpgrp() && tcgetattr(fd, modes) == 0) {
    struct termios raw = *modes;
    cfmakeraw(&raw);
    if (tcsetattr(fd, TCSANOW, &raw) == 0) return modes;
  }
  free(modes);
  return NULL;
}

void *linux_set_line_mode(int fd, int echo) {
  struct termios *modes = malloc(sizeof *modes);
  if (modes && tcgetattr(fd, modes) == 0) {
    struct termios line = *modes;
    line.c_lflag = (line.c_lflag | ICANON | ECHONL) & ~(tcflag_t)(ISIG | ECHO);
    if (echo) line.c_lflag |= ECHO | ECHOE;
    line.c_iflag |= ICRNL;
    line.c_oflag |= OPOST | ONLCR;
    line.c_cc[VEOL] = 3;
    if (tcsetattr(fd, TCSADRAIN, &line) == 0) return modes;
  }
  free(modes);
  return NULL;
}

void linux_restore_modes(int fd, void *modes) {
  tcsetattr(fd, TCSANOW, modes);
  free(modes);
}
