#pragma once
#include "FakeTerminals.h"
#include <linux/fb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A framebuffer without a driver: memory of our own, and answers that a test decides. It defines ioctl and mmap, so that
// the linker takes these; what is not asked of it goes to the kernel.

struct fake_framebuffer {
  struct fb_var_screeninfo variable;
  struct fb_fix_screeninfo fixed;
  bool is_gone, has_vblanks, refuses_memory;
  // Nanoseconds that a pan takes, and between vblanks.
  long pan_time, period;
};

// What loaderd has done; vblanks are waited for by other processes.
struct fake_framebuffer_record { int calls, pans, palettes; unsigned row; uint16_t red[256], green[256], blue[256]; };

struct fake_framebuffer *fake_framebuffer_now(void);
struct fake_framebuffer_record *fake_framebuffer_record_now(void);

// Makes one of so many pixels, XRGB8888, one page; its file is at this path.
const char *fake_framebuffer_open(int width, int height);
// Lets the n-th request fail with this error; 0 lets none.
void fake_framebuffer_fail(int call, int error);
// Its memory, as the display sees it, and what lies beyond: `capacity` bytes, all set to 0xEE at first.
uint8_t *fake_framebuffer_memory(void);
size_t fake_framebuffer_capacity(void);
