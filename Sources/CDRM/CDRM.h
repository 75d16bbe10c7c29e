#pragma once
#include <drm.h>
#include <errno.h>
#include <drm_mode.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

// Macros that Swift cannot import.
static const unsigned int drm_connected = DRM_MODE_CONNECTED;
static const unsigned int drm_mode_preferred = DRM_MODE_TYPE_PREFERRED;
static const unsigned int drm_mode_userdef = DRM_MODE_TYPE_USERDEF;

static const unsigned int drm_object_connector = DRM_MODE_OBJECT_CONNECTOR;
static const unsigned int drm_object_crtc = DRM_MODE_OBJECT_CRTC;
static const unsigned int drm_object_plane = DRM_MODE_OBJECT_PLANE;

// drmModeAddFB2 for one plane: Swift imports fixed-size array parameters as tuples.
static inline int drm_add_framebuffer(
    int fd, uint32_t width, uint32_t height, uint32_t format, uint32_t handle, uint32_t pitch, uint32_t *id) {
  const uint32_t handles[4] = {handle}, pitches[4] = {pitch}, offsets[4] = {0};
  return drmModeAddFB2(fd, width, height, format, handles, pitches, offsets, id, 0);
}

// Makes the gamma of a CRTC linear, if it has a table.
static inline void drm_set_linear_gamma(int fd, uint32_t id) {
  drmModeCrtcPtr crtc = drmModeGetCrtc(fd, id);
  if (!crtc) return;
  const int size = crtc->gamma_size;
  drmModeFreeCrtc(crtc);
  uint16_t ramp[4096];
  if (size < 2 || size > 4096) return;
  for (int i = 0; i < size; i++) ramp[i] = (uint16_t)(i * 65535 / (size - 1));
  drmModeCrtcSetGamma(fd, id, (uint32_t)size, ramp, ramp, ramp);
}

// DRM_IOCTL_MODE_CLOSEFB (Linux 6.8): removes a framebuffer and keeps it on the screen.
struct drm_closefb { uint32_t fb_id, pad; };
static inline int drm_close_framebuffer(int fd, uint32_t id) {
  struct drm_closefb argument = {.fb_id = id};
  return drmIoctl(fd, DRM_IOWR(0xD0, struct drm_closefb), &argument) ? -errno : 0;
}

// Whether the device may have vblanks: one without them does not count them (DRM_IOCTL_CRTC_GET_SEQUENCE). Before Linux
// 5.15 that is not told from other errors.
static inline int drm_has_vblanks(int fd, uint32_t crtc) {
  struct drm_crtc_get_sequence argument = {.crtc_id = crtc};
  return !drmIoctl(fd, DRM_IOCTL_CRTC_GET_SEQUENCE, &argument) || errno != EOPNOTSUPP;
}

// A page-flip event.
struct drm_flip { uint32_t crtc, sequence; int64_t nanoseconds; };
struct drm_flips { struct drm_flip *flips; int count, capacity; };
static inline struct drm_flips *drm_flip_batch(void) {
  static struct drm_flips flips;  // the callback gets no pointer of ours
  return &flips;
}
static inline void drm_page_flip_handler(
    int fd, unsigned sequence, unsigned seconds, unsigned microseconds, unsigned crtc, void *data) {
  struct drm_flips *batch = drm_flip_batch();
  if (batch->count == batch->capacity) return;
  batch->flips[batch->count++] = (struct drm_flip){crtc, sequence, seconds * 1000000000LL + microseconds * 1000LL};
}
// Reads the page-flip events since the last call, at most `capacity`; the rest of a larger batch is lost.
static inline int drm_read_flips(int fd, struct drm_flip *flips, int capacity) {
  drmEventContext context = {.version = 3, .page_flip_handler2 = drm_page_flip_handler};
  *drm_flip_batch() = (struct drm_flips){flips, 0, capacity};
  drmHandleEvent(fd, &context);
  return drm_flip_batch()->count;
}
