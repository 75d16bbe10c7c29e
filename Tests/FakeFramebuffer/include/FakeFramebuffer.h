#pragma once
#include "FakeTerminals.h"
#include <linux/fb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A framebuffer without a driver: memory of the test process, and replies that a test sets. It defines ioctl and mmap,
// so that the linker takes these; other calls go to the kernel.

struct fake_framebuffer {
  struct fb_var_screeninfo variable;
  struct fb_fix_screeninfo fixed;
  bool is_gone, has_vblanks, refuses_memory;
  // Nanoseconds that a pan takes, and between two vblanks.
  long pan_time, period;
};

// Counts and values of what loaderd has done, in shared memory because worker processes wait for vblanks.
struct fake_framebuffer_record { int calls, pans, palettes; unsigned row; uint16_t red[256], green[256], blue[256]; };

// The state of the framebuffer, which a test may change at any time.
struct fake_framebuffer *fake_framebuffer_now(void);
struct fake_framebuffer_record *fake_framebuffer_record_now(void);

// Resets the framebuffer to one XRGB8888 page of this size in pixels. Returns the path of its file.
const char *fake_framebuffer_open(int width, int height);
// Makes the n-th request from now on fail with this errno value; 0 makes none fail.
void fake_framebuffer_fail(int call, int error);
// Makes anonymous mappings of exactly this many bytes fail with ENOMEM; 0 makes none fail.
void fake_memory_refuse(size_t size);
// The memory that is shown, and what follows it: `capacity` bytes, all 0xEE at first.
uint8_t *fake_framebuffer_memory(void);
size_t fake_framebuffer_capacity(void);
