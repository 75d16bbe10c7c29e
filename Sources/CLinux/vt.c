#include "CLinux.h"
#include <linux/kd.h>
#include <linux/vt.h>

// The kernel stores waitv and does not use it (drivers/tty/vt/vt_ioctl.c). The value marks the mode as set by us.
static const struct vt_mode process = {.mode = VT_PROCESS, .waitv = 'l', .relsig = SIGUSR1, .acqsig = SIGUSR2};

int linux_vt_active(int fd) {
  struct vt_stat state;
  return ioctl(fd, VT_GETSTATE, &state) ? -1 : state.v_active;
}

// VT_SETMODE cancels a switch that waits for VT_RELDISP, so it is not repeated if the mode is set already.
int linux_vt_graphics(int fd, int has_mode) {
  if (ioctl(fd, KDSETMODE, KD_GRAPHICS)) return -1;
  if (has_mode || ioctl(fd, VT_SETMODE, &process) == 0) return 0;
  const int error = errno;
  ioctl(fd, KDSETMODE, KD_TEXT);
  errno = error;
  return -1;
}

int linux_vt_is_ours(int fd) {
  struct vt_mode mode;
  if (ioctl(fd, VT_GETMODE, &mode)) return -1;
  return mode.mode == process.mode && mode.waitv == process.waitv && mode.relsig == process.relsig &&
         mode.acqsig == process.acqsig;
}

int linux_vt_is_text(int fd) {
  int mode;
  return ioctl(fd, KDGETMODE, &mode) ? -1 : mode == KD_TEXT;
}

int linux_vt_text(int fd) {
  const struct vt_mode mode = {.mode = VT_AUTO};
  const int result = ioctl(fd, VT_SETMODE, &mode);
  return ioctl(fd, KDSETMODE, KD_TEXT) ? -1 : result;
}

int linux_vt_release(int fd) { return ioctl(fd, VT_RELDISP, 1); }
int linux_vt_acknowledge(int fd) { return ioctl(fd, VT_RELDISP, VT_ACKACQ); }
