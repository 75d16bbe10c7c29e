#include "CLinux.h"
#include <linux/kd.h>
#include <linux/vt.h>

int linux_active_terminal(int fd) {
  struct vt_stat state;
  return ioctl(fd, VT_GETSTATE, &state) ? -1 : state.v_active;
}

int linux_terminal_graphics(int fd) {
  struct vt_mode mode = {.mode = VT_PROCESS, .relsig = SIGUSR1, .acqsig = SIGUSR2};
  return ioctl(fd, KDSETMODE, KD_GRAPHICS) || ioctl(fd, VT_SETMODE, &mode) ? -1 : 0;
}

int linux_terminal_text(int fd) {
  struct vt_mode mode = {.mode = VT_AUTO};
  ioctl(fd, VT_SETMODE, &mode);
  return ioctl(fd, KDSETMODE, KD_TEXT);
}

int linux_terminal_release(int fd) { return ioctl(fd, VT_RELDISP, 1); }
int linux_terminal_acknowledge(int fd) { return ioctl(fd, VT_RELDISP, VT_ACKACQ); }
