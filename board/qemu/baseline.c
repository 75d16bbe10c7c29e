// A minimal loading screen, whose costs are compared with loaderd's: it shows one buffer on the first connected
// display in its preferred mode.
//
//   baseline         shows a still picture
//   baseline move    also redraws a block of 64×64 pixels 60 times a second
//   baseline mode    prints the mode of the active terminal, "text" or "graphics", and exits

#include <drm.h>
#include <drm_mode.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { block = 64, rate = 60, limit = 128 };

struct display {
  uint32_t connector, crtc;
  struct drm_mode_modeinfo mode;
};

struct buffer {
  uint32_t width, height, stride, framebuffer;  // stride in pixels
  uint32_t *pixels;
};

static uint64_t address(const void *pointer) { return (uintptr_t)pointer; }

static void control(int card, unsigned long request, void *argument, const char *name) {
  if (ioctl(card, request, argument) < 0) {
    perror(name);
    exit(1);
  }
}

static struct display find_display(int card) {
  uint32_t connectors[limit], crtcs[limit], encoders[limit], framebuffers[limit];
  struct drm_mode_card_res resources = {
      .connector_id_ptr = address(connectors), .count_connectors = limit,
      .crtc_id_ptr = address(crtcs), .count_crtcs = limit,
      .encoder_id_ptr = address(encoders), .count_encoders = limit,
      .fb_id_ptr = address(framebuffers), .count_fbs = limit,
  };
  control(card, DRM_IOCTL_MODE_GETRESOURCES, &resources, "GETRESOURCES");

  for (uint32_t i = 0; i < resources.count_connectors; i++) {
    struct drm_mode_modeinfo modes[limit];
    uint32_t properties[limit];
    uint64_t values[limit];
    struct drm_mode_get_connector connector = {
        .connector_id = connectors[i],
        .modes_ptr = address(modes), .count_modes = limit,
        .encoders_ptr = address(encoders), .count_encoders = limit,
        .props_ptr = address(properties), .prop_values_ptr = address(values), .count_props = limit,
    };
    control(card, DRM_IOCTL_MODE_GETCONNECTOR, &connector, "GETCONNECTOR");
    const uint32_t connected = 1;
    if (connector.connection == connected && connector.count_modes > 0)
      return (struct display){connectors[i], crtcs[0], modes[0]};
  }
  fputs("no connected display\n", stderr);
  exit(1);
}

static struct buffer make_buffer(int card, uint32_t width, uint32_t height) {
  struct drm_mode_create_dumb memory = {.width = width, .height = height, .bpp = 32};
  control(card, DRM_IOCTL_MODE_CREATE_DUMB, &memory, "CREATE_DUMB");
  struct drm_mode_fb_cmd framebuffer = {
      .width = width, .height = height, .pitch = memory.pitch, .bpp = 32, .depth = 24, .handle = memory.handle};
  control(card, DRM_IOCTL_MODE_ADDFB, &framebuffer, "ADDFB");
  struct drm_mode_map_dumb map = {.handle = memory.handle};
  control(card, DRM_IOCTL_MODE_MAP_DUMB, &map, "MAP_DUMB");
  uint32_t *pixels = mmap(NULL, memory.size, PROT_READ | PROT_WRITE, MAP_SHARED, card, (off_t)map.offset);
  if (pixels == MAP_FAILED) {
    perror("mmap");
    exit(1);
  }
  return (struct buffer){width, height, memory.pitch / 4, framebuffer.fb_id, pixels};
}

static void fill(struct buffer buffer, uint32_t left, uint32_t top, uint32_t right, uint32_t bottom, uint32_t colour) {
  for (uint32_t y = top; y < bottom; y++)
    for (uint32_t x = left; x < right; x++) buffer.pixels[y * buffer.stride + x] = colour;
}

static void show(int card, struct display display, struct buffer buffer) {
  struct drm_mode_crtc crtc = {
      .crtc_id = display.crtc, .fb_id = buffer.framebuffer,
      .set_connectors_ptr = address(&display.connector), .count_connectors = 1,
      .mode = display.mode, .mode_valid = 1,
  };
  control(card, DRM_IOCTL_MODE_SETCRTC, &crtc, "SETCRTC");
}

static void move(int card, struct buffer buffer) {
  uint16_t x = (buffer.width - block) / 2, y = (buffer.height - block) / 2;
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  for (uint32_t frame = 0;; frame++) {
    fill(buffer, x, y, x + block, y + block, 0x010203 * frame);
    struct drm_clip_rect clip = {x, y, x + block, y + block};
    struct drm_mode_fb_dirty_cmd dirty = {
        .fb_id = buffer.framebuffer, .num_clips = 1, .clips_ptr = address(&clip)};
    ioctl(card, DRM_IOCTL_MODE_DIRTYFB, &dirty);  // ENOSYS if the driver needs no DIRTYFB
    next.tv_nsec += 1000000000 / rate;
    if (next.tv_nsec >= 1000000000) next.tv_nsec -= 1000000000, next.tv_sec++;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
  }
}

static int print_mode(void) {
  int terminal = open("/dev/tty0", O_RDWR | O_NOCTTY | O_CLOEXEC), mode;
  control(terminal, KDGETMODE, &mode, "KDGETMODE");
  return puts(mode == KD_TEXT ? "text" : "graphics") < 0;
}

int main(int count, char **arguments) {
  if (count > 1 && strcmp(arguments[1], "mode") == 0) return print_mode();
  int card = open("/dev/dri/card0", O_RDWR | O_CLOEXEC);
  if (card < 0) {
    perror("/dev/dri/card0");
    return 1;
  }
  struct display display = find_display(card);
  struct buffer buffer = make_buffer(card, display.mode.hdisplay, display.mode.vdisplay);
  fill(buffer, 0, 0, buffer.width, buffer.height, 0x203040);
  show(card, display, buffer);
  if (count > 1) move(card, buffer);
  for (;;) pause();
}
