#pragma once
#include <errno.h>
#include <linux/fb.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// Requests to a framebuffer driver (linux/fb.h). They return 0 or a negative errno value.
static inline int fb_ioctl(int fd, unsigned long request, void *argument) {
  return ioctl(fd, request, argument) ? -errno : 0;
}
static inline int fb_get_variable(int fd, struct fb_var_screeninfo *info) {
  return fb_ioctl(fd, FBIOGET_VSCREENINFO, info);
}
static inline int fb_get_fixed(int fd, struct fb_fix_screeninfo *info) {
  return fb_ioctl(fd, FBIOGET_FSCREENINFO, info);
}
// 1 if the layout of the pixels is still that of `variable` and `fixed`, else 0; the picture may have been panned.
static inline int fb_is_unchanged(int fd, struct fb_var_screeninfo variable, struct fb_fix_screeninfo fixed) {
  struct fb_var_screeninfo new_variable;
  struct fb_fix_screeninfo new_fixed;
  int result = fb_get_variable(fd, &new_variable);
  if (!result) result = fb_get_fixed(fd, &new_fixed);
  if (result) return result;
  new_variable.yoffset = variable.yoffset;
  return new_fixed.line_length == fixed.line_length && new_fixed.smem_len == fixed.smem_len &&
         !memcmp(&new_variable, &variable, offsetof(struct fb_var_screeninfo, nonstd));
}
static inline int fb_unblank(int fd) { return ioctl(fd, FBIOBLANK, FB_BLANK_UNBLANK) ? -errno : 0; }

// Shows the memory from `row` on, from the next vblank.
static inline int fb_pan(int fd, struct fb_var_screeninfo info, unsigned row) {
  info.yoffset = row;
  info.activate = FB_ACTIVATE_VBL;
  info.vmode &= ~(unsigned)FB_VMODE_YWRAP;
  return fb_ioctl(fd, FBIOPAN_DISPLAY, &info);
}

// Blocks until the next vblank; the driver decides how long.
static inline int fb_wait_for_vsync(int fd) {
  unsigned display = 0;
  return fb_ioctl(fd, FBIO_WAITFORVSYNC, &display);
}

// Sets a linear colour map, for FB_VISUAL_DIRECTCOLOR and for greys. Lengths are the bits of each channel, 0 included.
static inline int fb_set_linear_color_map(int fd, unsigned red, unsigned green, unsigned blue) {
  unsigned short ramps[3][256];
  const unsigned sizes[3] = {1u << (red < 8 ? red : 8), 1u << (green < 8 ? green : 8), 1u << (blue < 8 ? blue : 8)};
  unsigned count = sizes[0] > sizes[1] ? sizes[0] : sizes[1];
  if (sizes[2] > count) count = sizes[2];
  for (int channel = 0; channel < 3; channel++)
    for (unsigned index = 0; index < count; index++)
      ramps[channel][index] = (unsigned short)(index + 1 < sizes[channel] ? index * 65535 / (sizes[channel] - 1) : 65535);
  struct fb_cmap map = {.len = count, .red = ramps[0], .green = ramps[1], .blue = ramps[2]};
  return fb_ioctl(fd, FBIOPUTCMAP, &map);
}

// Offset of the memory in its mapping, which starts at a page boundary.
static inline size_t fb_page_offset(unsigned long address) {
  return address & ((unsigned long)sysconf(_SC_PAGESIZE) - 1);
}
