// Buffers, modesets and page flips: the legacy ioctls and atomic commits, and the events of page flips.

#include "state.h"
#include <drm_fourcc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Page-flip events that were not read yet.
static struct { bool has_event; unsigned sequence; int64_t time; } events[FAKE_SCREENS];
static unsigned sequence;
// The last mode of a blob.
static drmModeModeInfo blob_mode;
// The last blob of damage rectangles.
static struct drm_mode_rect blob_rects[16];
static int blob_size;

void fake_reset_crtcs(void) {
  memset(fake_crtcs, 0, sizeof fake_crtcs);
  memset(fake_plane_crtcs, -1, sizeof fake_plane_crtcs);
  memset(events, 0, sizeof events);
  sequence = 100;
}

uint32_t fake_scanout(int crtc) { return fake_crtcs[crtc].is_on ? fake_crtcs[crtc].shown : 0; }

uint32_t fake_pixel(int crtc, int x, int y) {
  const uint32_t id = fake_scanout(crtc);
  if (!id) return 0;
  const struct fake_buffer *buffer = &fake_buffers[id - 1];
  const int bytes = (int)buffer->bits / 8;
  const off_t offset = (off_t)(id - 1) * BUFFER_SIZE + y * (int)buffer->pitch + x * bytes;
  uint32_t pixel = 0;
  if (pread(fake_file, &pixel, (size_t)bytes, offset) != bytes) abort();
  return pixel;
}

void fake_vblank(int64_t nanoseconds) {
  sequence++;
  for (int i = 0; i < fake_card.crtc_count; i++) {
    if (!fake_crtcs[i].pending) continue;
    fake_crtcs[i].shown = fake_crtcs[i].pending;
    fake_crtcs[i].pending = 0;
    events[i].has_event = true;
    events[i].sequence = fake_card.has_vblanks ? sequence : 0;
    events[i].time = nanoseconds;
  }
}

void fake_drop_events(void) { memset(events, 0, sizeof events); }

int drmHandleEvent(int fd, drmEventContextPtr context) {
  for (int i = 0; i < FAKE_SCREENS; i++) {
    if (!events[i].has_event) continue;
    events[i].has_event = false;
    context->page_flip_handler2(fd, events[i].sequence, (unsigned)(events[i].time / 1000000000),
                                (unsigned)(events[i].time % 1000000000 / 1000), CRTC + (unsigned)i, NULL);
  }
  return 0;
}

// Buffers: a handle and a framebuffer id are an index of the list plus 1

int drmModeCreateDumbBuffer(int fd, uint32_t width, uint32_t height, uint32_t bits, uint32_t flags, uint32_t *handle,
                            uint32_t *pitch, uint64_t *size) {
  if (failure()) return -errno;
  for (uint32_t i = 0; i < BUFFERS; i++)
    if (fake_buffers[i].has_memory && fake_card.buffer_error) return -fake_card.buffer_error;
  for (uint32_t i = 0; i < BUFFERS; i++) {
    if (fake_buffers[i].has_memory || fake_buffers[i].has_framebuffer) continue;
    *pitch = (width * bits / 8 + 63) & ~63u;
    *size = *pitch * height;
    if ((uint64_t)*pitch * height > BUFFER_SIZE) return -ENOMEM;
    *handle = i + 1;
    memset(&fake_buffers[i], 0, sizeof fake_buffers[i]);
    fake_buffers[i].has_memory = true;
    fake_buffers[i].pitch = *pitch;
    fake_buffers[i].width = width;
    fake_buffers[i].height = height;
    fake_buffers[i].bits = bits;
    return 0;
  }
  return -ENOMEM;
}
int drmModeDestroyDumbBuffer(int fd, uint32_t handle) {
  if (handle - 1 < BUFFERS) fake_buffers[handle - 1].has_memory = false;
  if (handle > BUFFERS) fake_buffers[handle - 1 - BUFFERS].has_second_handle = false;
  return 0;
}
int drmModeMapDumbBuffer(int fd, uint32_t handle, uint64_t *offset) {
  if (failure()) return -errno;
  *offset = (uint64_t)((handle - 1) % BUFFERS) * BUFFER_SIZE;
  return 0;
}
static bool is_scannable(uint32_t format) {
  for (int i = 0; i < fake_card.format_count; i++)
    if (fake_card.formats[i] == format) return true;
  return false;
}
int drmModeAddFB2(int fd, uint32_t width, uint32_t height, uint32_t format, const uint32_t handles[4],
                  const uint32_t pitches[4], const uint32_t offsets[4], uint32_t *id, uint32_t flags) {
  if (failure()) return -errno;
  if (!is_scannable(format)) return -EINVAL;
  fake_buffers[handles[0] - 1].has_framebuffer = true;
  fake_record.framebuffers++;
  fake_buffers[handles[0] - 1].format = format;
  *id = handles[0];
  return 0;
}
int drmModeRmFB(int fd, uint32_t id) {
  if (!id || id > BUFFERS) return -ENOENT;
  fake_buffers[id - 1].has_framebuffer = false;
  for (int i = 0; i < FAKE_SCREENS; i++)
    if (fake_crtcs[i].is_on && fake_crtcs[i].shown == id) {
      fake_crtcs[i].is_on = false;
      fake_crtcs[i].shown = fake_crtcs[i].pending = 0;
      fake_record.disabled_crtcs++;
    }
  return 0;
}

// A second handle of a buffer is BUFFERS more than the first one. Everybody gets it, as a process with CAP_SYS_ADMIN
// does that is not master.
drmModeFB2Ptr drmModeGetFB2(int fd, uint32_t id) {
  if (failure()) return NULL;
  if (!id || id > BUFFERS || !fake_buffers[id - 1].has_framebuffer) { errno = ENOENT; return NULL; }
  struct fake_buffer *buffer = &fake_buffers[id - 1];
  buffer->has_second_handle = true;
  drmModeFB2Ptr found = fake_allocate(sizeof *found);
  *found = (drmModeFB2){
      .fb_id = id, .width = buffer->width, .height = buffer->height, .pixel_format = buffer->format,
      .handles = {BUFFERS + id}, .pitches = {buffer->pitch}};
  return found;
}
void drmModeFreeFB2(drmModeFB2Ptr found) { fake_free(found); }

void fake_show_other(uint32_t color) {
  const struct fake_screen *screen = &fake_card.screens[0];
  const uint32_t width = screen->modes[0].width, height = screen->modes[0].height, offsets[4] = {0};
  uint32_t handles[4] = {0}, pitches[4] = {0};
  uint64_t size;
  if (drmModeCreateDumbBuffer(fake_file, width, height, 32, 0, &handles[0], &pitches[0], &size)) abort();
  const off_t start = (off_t)(handles[0] - 1) * BUFFER_SIZE;
  for (uint64_t at = 0; at < size; at += sizeof color)
    if (pwrite(fake_file, &color, sizeof color, start + (off_t)at) != sizeof color) abort();
  if (drmModeAddFB2(fake_file, width, height, DRM_FORMAT_XRGB8888, handles, pitches, offsets,
                    &fake_card.other_framebuffer, 0))
    abort();
}

// Legacy ioctls

static int queue_flip(int crtc, uint32_t id, bool wants_event) {
  if (!fake_crtcs[crtc].is_on) return -EINVAL;
  if (wants_event && fake_crtcs[crtc].pending) return -EBUSY;
  if (wants_event && fake_card.flip_error) return -fake_card.flip_error;
  if (!wants_event) { fake_crtcs[crtc].shown = id; return 0; }
  fake_crtcs[crtc].pending = id;
  fake_record.flips++;
  return 0;
}

static bool is_mode_refused(int width) {
  for (int i = 0; i < 4; i++)
    if (fake_card.refused_modes >> i & 1 && fake_card.screens[0].modes[i].width == width) return true;
  return false;
}

int drmModeSetCrtc(int fd, uint32_t crtc, uint32_t id, uint32_t x, uint32_t y, uint32_t *connectors, int count,
                   drmModeModeInfoPtr mode) {
  if (failure()) return -errno;
  if (!fake_card.is_master) return -EACCES;
  const int index = (int)(crtc - CRTC), previous = fake_plane_crtcs[index];
  if (previous >= 0 && previous != index) return -EINVAL;  // the plane shows its picture elsewhere
  if (is_mode_refused(mode->hdisplay) || !is_scannable(fake_buffers[id - 1].format)) {
    fake_record.refusals++;
    return -EINVAL;
  }
  fake_record.commits++;
  fake_record.modesets++;
  fake_card.other_framebuffer = 0;
  fake_card.screens[connectors[0] - CONNECTOR].link_status = 0;
  fake_plane_crtcs[index] = index;
  fake_crtcs[crtc - CRTC].is_on = true;
  fake_crtcs[crtc - CRTC].mode = *mode;
  fake_crtcs[crtc - CRTC].shown = id;
  fake_card.screens[connectors[0] - CONNECTOR].crtc = (int)(crtc - CRTC);
  return 0;
}

int drmModeSetCursor(int fd, uint32_t crtc, uint32_t handle, uint32_t width, uint32_t height) {
  if (failure()) return -errno;
  fake_record.cursor_calls++;
  return -ENXIO;
}

int drmModeCrtcSetGamma(int fd, uint32_t crtc, uint32_t size, uint16_t *red, uint16_t *green, uint16_t *blue) {
  if (failure()) return -errno;
  if ((int)size != fake_card.gamma_size || !size) return -EINVAL;
  const uint16_t *ramps[] = {red, green, blue};
  for (int i = 0; i < 3; i++)
    for (uint32_t step = 0; step < size; step++)
      if (ramps[i][step] != step * 65535 / (size - 1)) return 0;
  fake_record.linear_gammas++;
  return 0;
}

int drmModePageFlip(int fd, uint32_t crtc, uint32_t id, uint32_t flags, void *data) {
  if (failure()) return -errno;
  if (!fake_card.is_master) return -EACCES;
  fake_record.commits++;
  return queue_flip((int)(crtc - CRTC), id, true);
}

int drmModeDirtyFB(int fd, uint32_t id, drmModeClipPtr clips, uint32_t count) {
  if (failure()) return -errno;
  if (!fake_card.is_master) return -EACCES;
  if (!fake_card.has_dirty) return -ENOSYS;
  fake_record.dirty_calls++;
  fake_record.clips = (int)count;
  const int32_t clip[4] = {clips[0].x1, clips[0].y1, clips[0].x2, clips[0].y2};
  memcpy(fake_record.clip, clip, sizeof clip);
  return 0;
}

// Atomic commits

int drmModeCreatePropertyBlob(int fd, const void *data, size_t size, uint32_t *id) {
  if (failure()) return -errno;
  fake_blobs++;
  if (size == sizeof(drmModeModeInfo)) {
    blob_mode = *(const drmModeModeInfo *)data;
    *id = blob_mode.hdisplay;  // a mode is identified by its width
  } else {
    *id = 1;
    blob_size = (int)(size / sizeof blob_rects[0]);
    memcpy(blob_rects, data, size < sizeof blob_rects ? size : sizeof blob_rects);
  }
  return 0;
}
int drmModeDestroyPropertyBlob(int fd, uint32_t id) { fake_blobs--; return 0; }

struct _drmModeAtomicReq { int count; struct { uint32_t object, property; uint64_t value; } items[64]; };

drmModeAtomicReqPtr drmModeAtomicAlloc(void) {
  return failure() ? NULL : fake_allocate(sizeof(struct _drmModeAtomicReq));
}
void drmModeAtomicFree(drmModeAtomicReqPtr request) { fake_free(request); }
int drmModeAtomicAddProperty(drmModeAtomicReqPtr request, uint32_t object, uint32_t property, uint64_t value) {
  request->items[request->count].object = object;
  request->items[request->count].property = property;
  request->items[request->count].value = value;
  return ++request->count;
}

// What an atomic request sets: plane, CRTC and connector are indices, -1 for none; `width` is that of the mode, 0 for a
// flip.
struct atomic_state {
  int plane, crtc, connector, width, rotation;
  uint32_t framebuffer;
  bool resets_link, resets_colors, disables_overlay;
};

static struct atomic_state read_request(const drmModeAtomicReqPtr request) {
  struct atomic_state state = {.plane = -1, .crtc = -1, .connector = -1, .rotation = 1};
  fake_record.clips = 0;
  for (int i = 0; i < request->count; i++) {
    const uint32_t object = request->items[i].object, property = request->items[i].property;
    const uint64_t value = request->items[i].value;
    if (object >= CRTC && object < PLANE && property == MODE_ID) state.width = (int)value;
    if (object >= PLANE && object < OVERLAY && property == FB_ID) {
      state.framebuffer = (uint32_t)value;
      state.plane = (int)(object - PLANE);
      if (state.crtc < 0) state.crtc = fake_plane_crtcs[state.plane];
    }
    if (object >= PLANE && object < OVERLAY && property == CRTC_ID) state.crtc = (int)(value - CRTC);
    if (object >= CONNECTOR && object < ENCODER) {
      const struct fake_screen *screen = &fake_card.screens[object - CONNECTOR];
      if (property == CRTC_ID) state.connector = (int)(object - CONNECTOR);
      if (property == LINK_STATUS && screen->link_status != value) state.resets_link = true;
      if (property == HDR && screen->hdr_metadata != value) state.resets_colors = true;
      if (property == COLORSPACE && screen->colorspace != value) state.resets_colors = true;
    }
    if (property == ROTATION) state.rotation = (int)value;
    if (property == DAMAGE && value) {
      fake_record.clips = blob_size;
      memcpy(fake_record.clip, &blob_rects[0], sizeof fake_record.clip);
    }
    if (object == OVERLAY && property == CRTC_ID && !value) state.disables_overlay = true;
  }
  for (int i = 0; i < fake_card.screen_count; i++)
    if (state.connector < 0 && fake_card.screens[i].crtc == state.crtc) state.connector = i;
  return state;
}

static int atomic_modeset(struct atomic_state state, bool is_test, bool allows_modeset) {
  if (is_mode_refused(state.width) || state.connector < 0 || fake_card.refuses_atomic) return -EINVAL;
  struct fake_screen *screen = &fake_card.screens[state.connector];
  struct fake_crtc *crtc = &fake_crtcs[state.crtc];
  const bool is_same_mode = crtc->is_on && crtc->mode.hdisplay == state.width && crtc->mode.clock == blob_mode.clock &&
                            screen->crtc == state.crtc;
  const bool is_same = is_same_mode && !state.resets_link && !state.resets_colors;
  if (!is_same && !allows_modeset) return -EINVAL;
  if (is_test) {
    fake_record.tests++;
    return 0;
  }
  fake_record.commits++;
  if (!is_same) fake_record.modesets++;
  fake_card.other_framebuffer = 0;
  crtc->mode = blob_mode;
  crtc->is_on = true;
  fake_plane_crtcs[state.plane] = state.crtc;
  crtc->shown = state.framebuffer;
  crtc->pending = 0;
  screen->crtc = state.crtc;
  if (state.resets_link) screen->link_status = 0;
  if (state.resets_colors) screen->hdr_metadata = screen->colorspace = 0;
  return 0;
}

int drmModeAtomicCommit(int fd, const drmModeAtomicReqPtr request, uint32_t flags, void *data) {
  if (failure()) return -errno;
  if (!fake_card.is_master) return -EACCES;
  const bool is_test = flags & DRM_MODE_ATOMIC_TEST_ONLY;
  const struct atomic_state state = read_request(request);
  if (state.disables_overlay && !is_test) fake_card.is_overlay_enabled = false;
  if (state.crtc < 0 || state.crtc >= fake_card.crtc_count || state.plane < 0) return -ENOENT;
  if (!state.framebuffer || state.framebuffer > BUFFERS || !fake_buffers[state.framebuffer - 1].has_framebuffer) return -ENOENT;
  if (!is_scannable(fake_buffers[state.framebuffer - 1].format)) return -EINVAL;
  const uint32_t rotations = fake_card.rotations ? fake_card.rotations : 1;
  if (!(rotations & (uint32_t)state.rotation)) return -EINVAL;
  const int previous = fake_plane_crtcs[state.plane];
  if (previous >= 0 && previous != state.crtc) return -EINVAL;  // "switching CRTC directly" (drm_atomic.c)
  if (state.width) {
    const int result = atomic_modeset(state, is_test, flags & DRM_MODE_ATOMIC_ALLOW_MODESET);
    if (result) fake_record.refusals++;
    return result;
  }
  fake_record.commits++;
  return queue_flip(state.crtc, state.framebuffer, flags & DRM_MODE_PAGE_FLIP_EVENT);
}
