#define _GNU_SOURCE
#include "FakeTerminals.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The files behind the terminals. After a hangup, a terminal gets a file with another inode.
struct files { int number; ino_t inode, dead; dev_t device; };

static _Thread_local struct fake_terminals now;
static _Thread_local struct files files[FAKE_TERMINALS];
static _Thread_local unsigned long failing;
static _Thread_local int failure, pending_signal;

struct fake_terminals *fake_terminals_now(void) { return &now; }

static void create(struct files *file) {
  struct stat status;
  file->number = memfd_create("terminal", MFD_CLOEXEC);
  if (file->number < 0 || fstat(file->number, &status)) abort();
  file->inode = status.st_ino;
  file->device = status.st_dev;
}

void fake_terminals_open(int active) {
  for (int number = 0; number < FAKE_TERMINALS; number++) {
    if (files[number].number) close(files[number].number);
    files[number] = (struct files){0};
    if (active) create(&files[number]);
    now.at[number] = (struct fake_terminal){.target = -1};
  }
  now.active = active;
  failing = 0;
  failure = pending_signal = 0;
}

void fake_terminals_fail(unsigned long request, int error) {
  failing = error ? request : 0;
  failure = error;
}

void fake_terminals_hang_up(int terminal) {
  const ino_t dead = files[terminal].inode;
  close(files[terminal].number);
  create(&files[terminal]);
  files[terminal].dead = dead;
}

static void reset(struct fake_terminal *terminal) {
  terminal->display_mode = KD_TEXT;
  terminal->mode = (struct vt_mode){.mode = VT_AUTO};
  terminal->owner = FAKE_NONE;
  terminal->target = -1;
}

// As complete_change_console (drivers/tty/vt/vt_ioctl.c).
static void complete(int number) {
  struct fake_terminal *terminal = &now.at[number];
  now.active = number;
  if (terminal->mode.mode != VT_PROCESS) return;
  if (terminal->owner == FAKE_US) pending_signal = terminal->mode.acqsig;
  else if (terminal->owner == FAKE_DEAD) reset(terminal);
}

// As change_console (drivers/tty/vt/vt_ioctl.c).
int fake_terminals_activate(int number) {
  struct fake_terminal *shown = &now.at[now.active];
  if (number == now.active) return 0;
  if (shown->mode.mode == VT_PROCESS && shown->owner == FAKE_US) {
    shown->target = number;
    return shown->mode.relsig;
  }
  if (shown->mode.mode == VT_PROCESS && shown->owner == FAKE_DEAD) reset(shown);
  if (shown->mode.mode == VT_AUTO && shown->display_mode == KD_GRAPHICS) return 0;  // as the kernel does
  complete(number);
  return fake_terminals_signal();
}

int fake_terminals_signal(void) {
  const int signal = pending_signal;
  pending_signal = 0;
  return signal;
}

void fake_terminals_take(int terminal) {
  now.at[terminal].display_mode = KD_GRAPHICS;
  now.at[terminal].mode = (struct vt_mode){.mode = VT_PROCESS, .relsig = SIGUSR1, .acqsig = SIGUSR2};  // as seatd does
  now.at[terminal].owner = FAKE_OTHER;
  now.at[terminal].target = -1;
}

void fake_terminals_give_back(int terminal) { reset(&now.at[terminal]); }

bool fake_terminals_has_cursor(int terminal) {
  char end[6] = "";
  const off_t size = lseek(files[terminal].number, 0, SEEK_END);
  if (size < 6) return true;
  return pread(files[terminal].number, end, 6, size - 6) == 6 && end[5] == 'h';
}

// As vt_reldisp (drivers/tty/vt/vt_ioctl.c).
static int release(struct fake_terminal *terminal, long reply) {
  if (reply == VT_ACKACQ) terminal->acknowledgements++;
  else terminal->releases++;
  int error = 0;
  if (terminal->mode.mode != VT_PROCESS) {
    error = EINVAL;
  } else if (terminal->target >= 0) {
    const int target = terminal->target;
    terminal->target = -1;
    if (reply != 0) complete(target);
  } else if (reply != VT_ACKACQ) {
    error = EINVAL;
  }
  terminal->refusals += error != 0;
  return error;
}

static int handle_request(struct fake_terminal *terminal, unsigned long request, void *argument) {
  if (failing == request) return failure;
  switch (request) {
  case VT_GETSTATE: *(struct vt_stat *)argument = (struct vt_stat){.v_active = (unsigned short)now.active}; return 0;
  case KDGETMODE: *(int *)argument = terminal->display_mode; return 0;
  case KDSETMODE:
    terminal->display_mode = (int)(intptr_t)argument;
    if (terminal->display_mode == KD_TEXT) terminal->texts++;
    else terminal->graphics++;
    return 0;
  case VT_GETMODE: *(struct vt_mode *)argument = terminal->mode; return 0;
  case VT_SETMODE:
    terminal->mode = *(struct vt_mode *)argument;
    terminal->owner = FAKE_US;
    terminal->target = -1;
    terminal->set_modes++;
    return 0;
  case VT_RELDISP: return release(terminal, (long)(intptr_t)argument);
  default: return ENOTTY;
  }
}

bool fake_terminals_answer(int fd, unsigned long request, void *argument, int *error) {
  struct stat status;
  if (!now.active || fstat(fd, &status)) return false;
  for (int number = 0; number < FAKE_TERMINALS; number++) {
    if (status.st_dev != files[number].device) continue;
    if (status.st_ino == files[number].dead) return *error = EIO, true;
    if (status.st_ino != files[number].inode) continue;
    return *error = handle_request(&now.at[number ? number : now.active], request, argument), true;
  }
  return false;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, unsigned) : 0;
  va_end(rest);
  char file[64];
  if (now.active && !strncmp(path, "/dev/tty", 8) && path[8] >= '0' && path[8] <= '9' && !path[9]) {
    snprintf(file, sizeof file, "/proc/self/fd/%d", files[path[8] - '0'].number);
    path = file;
    flags |= O_APPEND;
  }
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
