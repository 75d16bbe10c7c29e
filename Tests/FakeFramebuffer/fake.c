#define _GNU_SOURCE
#include "FakeFramebuffer.h"
#include "FakeInput.h"
#include <errno.h>
#include <linux/ioctl.h>
#include <linux/types.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { CAPACITY = 4 << 20, PAGE = 4096 };

static struct fake_framebuffer now;
static struct fake_framebuffer_record *record;  // shared memory: worker processes count there too
struct fake_framebuffer *fake_framebuffer_now(void) { return &now; }
struct fake_framebuffer_record *fake_framebuffer_record_now(void) { return record; }

static int file = -1, failing_call, failing_error;
static ino_t inode;
static dev_t device;
static uint8_t *memory;
static char path[64];
static size_t refused_size;

void fake_memory_refuse(size_t size) { refused_size = size; }

uint8_t *fake_framebuffer_memory(void) { return memory; }
size_t fake_framebuffer_capacity(void) { return CAPACITY; }

static void *kernel_map(void *place, size_t size, int protection, int flags, int fd, off_t offset) {
  return (void *)syscall(SYS_mmap, place, size, protection, flags, fd, offset);
}

const char *fake_framebuffer_open(int width, int height) {
  if (file >= 0) {
    munmap(memory, CAPACITY);
    close(file);
  }
  file = memfd_create("framebuffer", MFD_CLOEXEC);
  struct stat status;
  if (ftruncate(file, CAPACITY) || fstat(file, &status)) abort();
  (void)(inode = status.st_ino, device = status.st_dev);
  memory = kernel_map(NULL, CAPACITY, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  memset(memory, 0xEE, CAPACITY);
  if (!record) record = kernel_map(NULL, sizeof *record, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  *record = (struct fake_framebuffer_record){0};
  failing_call = 0;
  const unsigned columns = (unsigned)width, rows = (unsigned)height, pitch = columns * 4;
  now = (struct fake_framebuffer){
      .variable = {.xres = columns, .yres = rows, .xres_virtual = columns, .yres_virtual = rows, .bits_per_pixel = 32,
                   .red = {16, 8, 0}, .green = {8, 8, 0}, .blue = {0, 8, 0}, .width = ~0u, .height = ~0u},
      .fixed = {.smem_len = pitch * rows, .type = FB_TYPE_PACKED_PIXELS, .visual = FB_VISUAL_TRUECOLOR,
                .line_length = pitch},
      .period = 10000000};
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return path;
}

void fake_framebuffer_fail(int call, int error) {
  failing_call = call ? record->calls + call : 0;
  failing_error = error;
}

static bool is_framebuffer(int fd) {
  struct stat status;
  return file >= 0 && fd >= 0 && fstat(fd, &status) == 0 && status.st_ino == inode && status.st_dev == device;
}

static void sleep_for(long nanoseconds) {
  nanosleep(&(struct timespec){nanoseconds / 1000000000, nanoseconds % 1000000000}, NULL);
}

// FBIOPAN_DISPLAY with the checks of fb_pan_display (drivers/video/fbdev/core/fbmem.c).
static int pan(const struct fb_var_screeninfo *request) {
  const unsigned step = now.fixed.ypanstep;
  if (!step || request->yoffset % step) return EINVAL;
  if (request->yoffset + now.variable.yres > now.variable.yres_virtual) return EINVAL;
  if (request->activate != FB_ACTIVATE_VBL) return EINVAL;
  sleep_for(now.pan_time);
  now.variable.yoffset = record->row = request->yoffset;
  record->pans++;
  return 0;
}

static int handle_request(unsigned long request, void *argument) {
  if (now.is_gone) return ENODEV;
  if (++record->calls == failing_call) return failing_error;
  switch (request) {
  case FBIOGET_VSCREENINFO: *(struct fb_var_screeninfo *)argument = now.variable; return 0;
  case FBIOGET_FSCREENINFO: *(struct fb_fix_screeninfo *)argument = now.fixed; return 0;
  case FBIOPAN_DISPLAY: return pan(argument);
  case FBIOBLANK: return 0;
  case FBIOPUTCMAP: {
    const struct fb_cmap *map = argument;
    if (map->start || map->len > 256) return EINVAL;
    memcpy(record->red, map->red, map->len * 2);
    memcpy(record->green, map->green, map->len * 2);
    memcpy(record->blue, map->blue, map->len * 2);
    record->palettes++;
    return 0;
  }
  case FBIO_WAITFORVSYNC: {
    if (!now.has_vblanks) return ENOTTY;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    sleep_for(now.period - (time.tv_sec * 1000000000L + time.tv_nsec) % now.period);
    return 0;
  }
  default: return ENOTTY;
  }
}

int ioctl(int fd, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (fake_input_answer(fd, request, argument)) return 0;
  int refusal;
  if (fake_terminals_answer(fd, request, argument, &refusal)) return refusal ? (errno = refusal, -1) : 0;
  if (!is_framebuffer(fd)) return (int)syscall(SYS_ioctl, fd, request, argument);
  const int error = handle_request(request, argument);
  return error ? (errno = error, -1) : 0;
}

// The mapped framebuffer lies between pages without access, so that a write outside of it raises SIGSEGV.
void *mmap(void *place, size_t size, int protection, int flags, int fd, off_t offset) {
  if (fd < 0 && size == refused_size) return errno = ENOMEM, MAP_FAILED;
  if (!is_framebuffer(fd)) return kernel_map(place, size, protection, flags, fd, offset);
  const size_t pages = (size + PAGE - 1) / PAGE * PAGE;
  if (now.refuses_memory || !size || pages > CAPACITY) return errno = ENODEV, MAP_FAILED;
  uint8_t *room = kernel_map(NULL, pages + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return room;
  return kernel_map(room + PAGE, size, protection, flags | MAP_FIXED, fd, offset);
}
