#define _GNU_SOURCE
#include "FakeDRM.h"
#include <drm_fourcc.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

enum { CONNECTOR = 100, ENCODER = 200, CRTC = 300, PLANE = 400, OVERLAY = 450, BUFFERS = 64, SIZE = 1 << 20 };

static struct fake_card fake_card;
static struct fake_record fake_record;
struct fake_card *fake_card_now(void) { return &fake_card; }
struct fake_record *fake_record_now(void) { return &fake_record; }

static struct { bool is_on; drmModeModeInfo mode; uint32_t shown, coming; } crtcs[FAKE_SCREENS];
static struct { uint32_t handle, pitch, width, height, format, bits; bool has_memory, has_framebuffer, is_closed; } buffers[BUFFERS];
static int card = -1, allocated, blobs, failing_call, failing_error;
static unsigned sequence;
static struct { bool has_event; unsigned sequence; int64_t time; } events[FAKE_SCREENS];
static struct drm_mode_rect blob_rects[16];
static int blob_size;

static void *make(size_t size) { allocated++; return calloc(1, size); }
static void drop(void *memory) { if (memory) { allocated--; free(memory); } }

// Whether this call is one that fails: an error number, or 0.
static int failure_of(const char *function) {
  static const char *failed;
  if (fake_card.is_unplugged) return errno = ENODEV;
  if (++fake_record.calls == failing_call) failed = function;
  else if (!failing_call || !fake_card.is_sticky || fake_record.calls < failing_call || strcmp(function, failed)) return 0;
  return errno = failing_error;
}
#define failure() failure_of(__func__)

int fake_open(bool atomic) {
  if (card >= 0) close(card);
  card = memfd_create("card", MFD_CLOEXEC);
  if (ftruncate(card, (off_t)BUFFERS * SIZE)) abort();
  memset(&fake_record, 0, sizeof fake_record);
  memset(crtcs, 0, sizeof crtcs);
  memset(buffers, 0, sizeof buffers);
  memset(events, 0, sizeof events);
  allocated = blobs = failing_call = 0;
  sequence = 100;
  fake_card = (struct fake_card){
      .is_atomic = atomic, .has_dumb_buffers = true, .is_master = true, .has_vblanks = true, .has_dirty = true, .preferred_depth = 24,
      .formats = {DRM_FORMAT_XRGB8888, DRM_FORMAT_RGB565}, .format_count = 2, .screen_count = 1, .crtc_count = 1};
  for (int i = 0; i < FAKE_SCREENS; i++)
    fake_card.screens[i] = (struct fake_screen){
        .is_connected = true, .is_desktop = true, .possible_crtcs = 1u << i, .crtc = -1, .mode_count = 2,
        .modes = {{64, 48, 200, DRM_MODE_TYPE_PREFERRED}, {32, 24, 60, 0}}};
  return dup(card);
}

int fake_descriptor(void) { return dup(card); }

void fake_fail(int call, int error) { failing_call = call ? fake_record.calls + call : 0; failing_error = error; }

int fake_leaks(void) {
  int count = allocated + blobs;
  for (int i = 0; i < BUFFERS; i++) count += buffers[i].has_memory + (buffers[i].has_framebuffer && !buffers[i].is_closed);
  return count;
}

uint32_t fake_shown(int crtc) { return crtcs[crtc].is_on ? crtcs[crtc].shown : 0; }

uint32_t fake_pixel(int crtc, int x, int y) {
  uint32_t id = fake_shown(crtc), pixel = 0;
  if (!id) return 0;
  int bytes = (int)buffers[id - 1].bits / 8;
  if (pread(card, &pixel, (size_t)bytes, (off_t)(id - 1) * SIZE + y * (int)buffers[id - 1].pitch + x * bytes) != bytes) abort();
  return pixel;
}

void fake_vblank(int64_t nanoseconds) {
  sequence++;
  for (int i = 0; i < fake_card.crtc_count; i++) {
    if (!crtcs[i].coming) continue;
    crtcs[i].shown = crtcs[i].coming;
    crtcs[i].coming = 0;
    events[i].has_event = true;
    events[i].sequence = fake_card.has_vblanks ? sequence : 0;
    events[i].time = nanoseconds;
  }
}

int drmHandleEvent(int fd, drmEventContextPtr context) {
  for (int i = 0; i < FAKE_SCREENS; i++) {
    if (!events[i].has_event) continue;
    events[i].has_event = false;
    context->page_flip_handler2(fd, events[i].sequence, (unsigned)(events[i].time / 1000000000),
                                (unsigned)(events[i].time % 1000000000 / 1000), CRTC + (unsigned)i, NULL);
  }
  return 0;
}

// The card

int drmGetCap(int fd, uint64_t capability, uint64_t *value) {
  if (failure()) return -errno;
  *value = capability == DRM_CAP_DUMB_BUFFER ? fake_card.has_dumb_buffers : fake_card.preferred_depth;
  return 0;
}

int drmSetClientCap(int fd, uint64_t capability, uint64_t value) {
  if (failure()) return -errno;
  return capability == DRM_CLIENT_CAP_ATOMIC && !fake_card.is_atomic ? -EOPNOTSUPP : 0;
}

drmVersionPtr drmGetVersion(int fd) {
  if (failure()) return NULL;
  drmVersionPtr version = make(sizeof *version);
  version->name = "fake";
  return version;
}
void drmFreeVersion(drmVersionPtr version) { drop(version); }

int drmIsMaster(int fd) { return fake_card.is_master; }
int drmSetMaster(int fd) {
  if (failure()) return -1;
  if (fake_card.is_taken) { errno = EBUSY; return -1; }
  fake_card.is_master = true;
  return 0;
}
int drmDropMaster(int fd) {
  if (failure()) return -1;
  fake_card.is_master = false;
  return 0;
}

int drmIoctl(int fd, unsigned long request, void *argument) {
  uint32_t id = *(uint32_t *)argument;
  if (failure()) return -1;
  if (!fake_card.has_closefb || !id || id > BUFFERS || !buffers[id - 1].has_framebuffer) { errno = EINVAL; return -1; }
  buffers[id - 1].is_closed = true;
  return 0;
}

// What is there

static uint32_t *list(int first, int count) {
  uint32_t *ids = make(sizeof *ids * 8);
  for (int i = 0; i < count; i++) ids[i] = (uint32_t)(first + i);
  return ids;
}

drmModeResPtr drmModeGetResources(int fd) {
  if (failure()) return NULL;
  drmModeResPtr resources = make(sizeof *resources);
  resources->count_crtcs = fake_card.crtc_count;
  resources->crtcs = list(CRTC, fake_card.crtc_count);
  resources->count_connectors = fake_card.screen_count;
  resources->connectors = list(CONNECTOR, fake_card.screen_count);
  return resources;
}
void drmModeFreeResources(drmModeResPtr resources) {
  if (!resources) return;
  drop(resources->crtcs);
  drop(resources->connectors);
  drop(resources);
}

static drmModeModeInfo mode_info(struct fake_mode mode) {
  return (drmModeModeInfo){.clock = mode.clock, .hdisplay = mode.width, .htotal = mode.width, .vdisplay = mode.height, .vtotal = mode.height, .type = mode.type};
}

drmModeConnectorPtr drmModeGetConnectorCurrent(int fd, uint32_t id) {
  if (failure()) return NULL;
  const struct fake_screen *screen = &fake_card.screens[id - CONNECTOR];
  drmModeConnectorPtr connector = make(sizeof *connector);
  connector->connector_id = id;
  connector->connector_type = DRM_MODE_CONNECTOR_HDMIA;
  connector->connector_type_id = id - CONNECTOR + 1;
  connector->connection = screen->is_connected ? DRM_MODE_CONNECTED : DRM_MODE_DISCONNECTED;
  connector->encoder_id = screen->crtc < 0 ? 0 : ENCODER + id - CONNECTOR;
  connector->count_encoders = 1;
  connector->encoders = list((int)(ENCODER + id - CONNECTOR), 1);
  connector->count_modes = screen->is_connected ? screen->mode_count : 0;
  connector->modes = make(sizeof *connector->modes * 4);
  for (int i = 0; i < connector->count_modes; i++) {
    connector->modes[i] = mode_info(screen->modes[i]);
    if (screen->interlaced >> i & 1) connector->modes[i].flags = DRM_MODE_FLAG_INTERLACE;
  }
  return connector;
}
drmModeConnectorPtr drmModeGetConnector(int fd, uint32_t id) {
  if (fake_card.probe_seconds) sleep(fake_card.probe_seconds);
  return drmModeGetConnectorCurrent(fd, id);
}
void drmModeFreeConnector(drmModeConnectorPtr connector) {
  if (!connector) return;
  drop(connector->encoders);
  drop(connector->modes);
  drop(connector);
}
const char *drmModeGetConnectorTypeName(uint32_t type) { return "HDMI-A"; }

drmModeEncoderPtr drmModeGetEncoder(int fd, uint32_t id) {
  if (failure()) return NULL;
  const struct fake_screen *screen = &fake_card.screens[id - ENCODER];
  drmModeEncoderPtr encoder = make(sizeof *encoder);
  encoder->encoder_id = id;
  encoder->possible_crtcs = screen->possible_crtcs;
  encoder->crtc_id = screen->crtc < 0 ? 0 : (uint32_t)(CRTC + screen->crtc);
  return encoder;
}
void drmModeFreeEncoder(drmModeEncoderPtr encoder) { drop(encoder); }

drmModeCrtcPtr drmModeGetCrtc(int fd, uint32_t id) {
  if (failure()) return NULL;
  drmModeCrtcPtr crtc = make(sizeof *crtc);
  crtc->crtc_id = id;
  crtc->mode_valid = crtcs[id - CRTC].is_on;
  crtc->mode = crtcs[id - CRTC].mode;
  crtc->buffer_id = fake_shown((int)(id - CRTC));
  return crtc;
}
void drmModeFreeCrtc(drmModeCrtcPtr crtc) { drop(crtc); }

drmModePlaneResPtr drmModeGetPlaneResources(int fd) {
  if (failure()) return NULL;
  drmModePlaneResPtr planes = make(sizeof *planes);
  planes->planes = list(PLANE, fake_card.crtc_count);
  planes->count_planes = (uint32_t)fake_card.crtc_count;
  if (fake_card.has_overlay || fake_card.has_intruder) planes->planes[planes->count_planes++] = OVERLAY;
  return planes;
}
void drmModeFreePlaneResources(drmModePlaneResPtr planes) {
  if (!planes) return;
  drop(planes->planes);
  drop(planes);
}
drmModePlanePtr drmModeGetPlane(int fd, uint32_t id) {
  if (failure()) return NULL;
  drmModePlanePtr plane = make(sizeof *plane);
  plane->plane_id = id;
  plane->possible_crtcs = id == OVERLAY ? 1 : 1u << (id - PLANE);
  plane->formats = make(sizeof fake_card.formats);
  memcpy(plane->formats, fake_card.formats, sizeof fake_card.formats);
  plane->count_formats = (uint32_t)fake_card.format_count;
  return plane;
}
void drmModeFreePlane(drmModePlanePtr plane) {
  if (!plane) return;
  drop(plane->formats);
  drop(plane);
}

// Properties: an id is a place in this list, from 1

static const char *const names[] = {"CRTC_ID", "MODE_ID", "ACTIVE", "FB_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y",
                                    "CRTC_W", "CRTC_H", "type", "rotation", "FB_DAMAGE_CLIPS", "non-desktop", "link-status",
                                    "panel orientation", "VRR_ENABLED"};
enum { CRTC_ID = 1, MODE_ID, ACTIVE, FB_ID, SRC_X, CRTC_H = 12, TYPE, ROTATION, DAMAGE, NON_DESKTOP, LINK_STATUS, ORIENTATION, VRR };
static const char *const orientations[] = {"Normal", "Upside Down", "Left Side Up", "Right Side Up"};

static void add(drmModeObjectPropertiesPtr all, uint32_t id, uint64_t value) {
  all->props[all->count_props] = id;
  all->prop_values[all->count_props++] = value;
}

drmModeObjectPropertiesPtr drmModeObjectGetProperties(int fd, uint32_t object, uint32_t type) {
  if (failure()) return NULL;
  drmModeObjectPropertiesPtr all = make(sizeof *all);
  all->props = make(sizeof *all->props * 32);
  all->prop_values = make(sizeof *all->prop_values * 32);
  if (type == DRM_MODE_OBJECT_CONNECTOR) {
    const struct fake_screen *screen = &fake_card.screens[object - CONNECTOR];
    add(all, CRTC_ID, screen->crtc < 0 ? 0 : (uint64_t)(CRTC + screen->crtc));
    add(all, NON_DESKTOP, !screen->is_desktop);
    add(all, LINK_STATUS, screen->link_status);
    if (screen->orientation) add(all, ORIENTATION, screen->orientation);
  } else if (type == DRM_MODE_OBJECT_CRTC) {
    for (uint32_t id = MODE_ID; id <= ACTIVE; id++) add(all, id, 0);
    add(all, VRR, 0);
  } else {
    for (uint32_t id = FB_ID; id <= CRTC_H; id++) add(all, id, 0);
    add(all, CRTC_ID, object == OVERLAY && fake_card.has_intruder ? CRTC : 0);
    add(all, TYPE, object == OVERLAY ? DRM_PLANE_TYPE_OVERLAY : DRM_PLANE_TYPE_PRIMARY);
    if (fake_card.rotations) add(all, ROTATION, 1);
    if (fake_card.has_damage) add(all, DAMAGE, 0);
  }
  return all;
}
void drmModeFreeObjectProperties(drmModeObjectPropertiesPtr all) {
  if (!all) return;
  drop(all->props);
  drop(all->prop_values);
  drop(all);
}

drmModePropertyPtr drmModeGetProperty(int fd, uint32_t id) {
  if (failure()) return NULL;
  drmModePropertyPtr property = make(sizeof *property);
  property->prop_id = id;
  strcpy(property->name, names[id - 1]);
  property->enums = make(sizeof *property->enums * 8);
  if (id == ORIENTATION)
    for (int i = 0; i < 4; i++, property->count_enums++) {
      property->enums[i].value = (uint64_t)i;
      strcpy(property->enums[i].name, orientations[i]);
    }
  if (id == ROTATION)
    for (uint32_t bit = 0; bit < 4; bit++)
      if (fake_card.rotations >> bit & 1) property->enums[property->count_enums++].value = bit;
  return property;
}
void drmModeFreeProperty(drmModePropertyPtr property) {
  if (!property) return;
  drop(property->enums);
  drop(property);
}

int drmModeCreatePropertyBlob(int fd, const void *data, size_t size, uint32_t *id) {
  if (failure()) return -errno;
  blobs++;
  if (size == sizeof(drmModeModeInfo)) {
    *id = ((const drmModeModeInfo *)data)->hdisplay;  // the mode's name among blobs
  } else {
    *id = 1;
    blob_size = (int)(size / sizeof blob_rects[0]);
    memcpy(blob_rects, data, size < sizeof blob_rects ? size : sizeof blob_rects);
  }
  return 0;
}
int drmModeDestroyPropertyBlob(int fd, uint32_t id) { blobs--; return 0; }

// Buffers: a handle and a framebuffer's id are a place in the list, from 1

int drmModeCreateDumbBuffer(int fd, uint32_t width, uint32_t height, uint32_t bits, uint32_t flags, uint32_t *handle, uint32_t *pitch, uint64_t *size) {
  if (failure()) return -errno;
  for (uint32_t i = 0; i < BUFFERS; i++)
    if (buffers[i].has_memory && fake_card.buffer_error) return -fake_card.buffer_error;
  for (uint32_t i = 0; i < BUFFERS; i++) {
    if (buffers[i].has_memory || buffers[i].has_framebuffer) continue;
    *pitch = (width * bits / 8 + 63) & ~63u;
    *size = *pitch * height;
    *handle = i + 1;
    memset(&buffers[i], 0, sizeof buffers[i]);
    buffers[i].has_memory = true;
    buffers[i].pitch = *pitch;
    buffers[i].width = width;
    buffers[i].height = height;
    buffers[i].bits = bits;
    return 0;
  }
  return -ENOMEM;
}
int drmModeDestroyDumbBuffer(int fd, uint32_t handle) {
  if (handle - 1 < BUFFERS) buffers[handle - 1].has_memory = false;
  return 0;
}
int drmModeMapDumbBuffer(int fd, uint32_t handle, uint64_t *offset) {
  if (failure()) return -errno;
  *offset = (uint64_t)(handle - 1) * SIZE;
  return 0;
}
static bool is_scannable(uint32_t format) {
  for (int i = 0; i < fake_card.format_count; i++)
    if (fake_card.formats[i] == format) return true;
  return false;
}
int drmModeAddFB2(int fd, uint32_t width, uint32_t height, uint32_t format, const uint32_t handles[4], const uint32_t pitches[4],
                  const uint32_t offsets[4], uint32_t *id, uint32_t flags) {
  if (failure()) return -errno;
  if (!is_scannable(format)) return -EINVAL;
  buffers[handles[0] - 1].has_framebuffer = true;
  buffers[handles[0] - 1].format = format;
  *id = handles[0];
  return 0;
}
int drmModeRmFB(int fd, uint32_t id) {
  if (!id || id > BUFFERS) return -ENOENT;
  buffers[id - 1].has_framebuffer = false;
  for (int i = 0; i < FAKE_SCREENS; i++)
    if (crtcs[i].is_on && crtcs[i].shown == id) {
      crtcs[i].is_on = false;
      crtcs[i].shown = crtcs[i].coming = 0;
      fake_record.darkenings++;
    }
  return 0;
}

// Frames

static int flip(int crtc, uint32_t id, bool wants_event) {
  if (!crtcs[crtc].is_on) return -EINVAL;
  if (wants_event && crtcs[crtc].coming) return -EBUSY;
  if (wants_event && fake_card.flip_error) return -fake_card.flip_error;
  if (!wants_event) { crtcs[crtc].shown = id; return 0; }
  crtcs[crtc].coming = id;
  fake_record.flips++;
  return 0;
}

static bool is_refused(int width) {
  for (int i = 0; i < 4; i++)
    if (fake_card.refused_modes >> i & 1 && fake_card.screens[0].modes[i].width == width) return true;
  return false;
}

int drmModeSetCrtc(int fd, uint32_t crtc, uint32_t id, uint32_t x, uint32_t y, uint32_t *connectors, int count, drmModeModeInfoPtr mode) {
  if (failure()) return -errno;
  if (!fake_card.is_master) return -EACCES;
  if (is_refused(mode->hdisplay) || !is_scannable(buffers[id - 1].format)) return -EINVAL;
  fake_record.commits++;
  fake_record.modesets++;
  fake_card.screens[connectors[0] - CONNECTOR].link_status = 0;
  crtcs[crtc - CRTC].is_on = true;
  crtcs[crtc - CRTC].mode = *mode;
  crtcs[crtc - CRTC].shown = id;
  fake_card.screens[connectors[0] - CONNECTOR].crtc = (int)(crtc - CRTC);
  return 0;
}

int drmModePageFlip(int fd, uint32_t crtc, uint32_t id, uint32_t flags, void *data) {
  if (failure()) return -errno;
  if (!fake_card.is_master) return -EACCES;
  fake_record.commits++;
  return flip((int)(crtc - CRTC), id, true);
}

int drmModeDirtyFB(int fd, uint32_t id, drmModeClipPtr clips, uint32_t count) {
  if (failure()) return -errno;
  if (!fake_card.is_master) return -EACCES;
  if (!fake_card.has_dirty) return -ENOSYS;
  fake_record.touches++;
  fake_record.clips = (int)count;
  const int32_t clip[4] = {clips[0].x1, clips[0].y1, clips[0].x2, clips[0].y2};
  memcpy(fake_record.clip, clip, sizeof clip);
  return 0;
}

struct _drmModeAtomicReq { int count; struct { uint32_t object, property; uint64_t value; } items[64]; };

drmModeAtomicReqPtr drmModeAtomicAlloc(void) { return failure() ? NULL : make(sizeof(struct _drmModeAtomicReq)); }
void drmModeAtomicFree(drmModeAtomicReqPtr request) { drop(request); }
int drmModeAtomicAddProperty(drmModeAtomicReqPtr request, uint32_t object, uint32_t property, uint64_t value) {
  request->items[request->count].object = object;
  request->items[request->count].property = property;
  request->items[request->count].value = value;
  return ++request->count;
}

int drmModeAtomicCommit(int fd, const drmModeAtomicReqPtr request, uint32_t flags, void *data) {
  if (failure()) return -errno;
  if (!fake_card.is_master) return -EACCES;
  const bool tests = flags & DRM_MODE_ATOMIC_TEST_ONLY, may_set = flags & DRM_MODE_ATOMIC_ALLOW_MODESET, wants_event = flags & DRM_MODE_PAGE_FLIP_EVENT;
  int crtc = -1, connector = -1, width = 0, turn = 1;
  bool is_retrained = false;
  uint32_t id = 0;
  fake_record.clips = 0;
  for (int i = 0; i < request->count; i++) {
    const uint32_t object = request->items[i].object, property = request->items[i].property;
    const uint64_t value = request->items[i].value;
    if (object >= CONNECTOR && object < ENCODER && property == CRTC_ID) connector = (int)(object - CONNECTOR);
    if (object >= CRTC && object < PLANE && property == MODE_ID) width = (int)value;
    if (object >= PLANE && object < OVERLAY && property == FB_ID) { id = (uint32_t)value; crtc = (int)(object - PLANE); }
    if (property == LINK_STATUS && fake_card.screens[object - CONNECTOR].link_status != value) is_retrained = true;
    if (property == ROTATION) turn = (int)value;
    if (property == DAMAGE && value) {
      fake_record.clips = blob_size;
      memcpy(fake_record.clip, &blob_rects[0], sizeof fake_record.clip);
    }
    if (object == OVERLAY && property == CRTC_ID && !value && !tests) fake_card.has_intruder = false;
  }
  if (crtc < 0 || !id || !buffers[id - 1].has_framebuffer) return -ENOENT;
  if (!is_scannable(buffers[id - 1].format)) return -EINVAL;
  if (!(fake_card.rotations ? fake_card.rotations & (uint32_t)turn : turn == 1)) return -EINVAL;
  if (width) {  // the whole pipe is described
    if (is_refused(width)) return -EINVAL;
    for (int i = 0; i < fake_card.screen_count; i++)
      if (connector < 0 && fake_card.screens[i].crtc == crtc) connector = i;
    if (connector < 0) return -EINVAL;
    const bool is_same = !is_retrained && crtcs[crtc].is_on && crtcs[crtc].mode.hdisplay == width && fake_card.screens[connector].crtc == crtc;
    if (!is_same && !may_set) return -EINVAL;
    if (tests) { fake_record.tests++; return 0; }
    fake_record.commits++;
    if (!is_same) fake_record.modesets++;
    for (int i = 0; i < 4; i++)
      if (fake_card.screens[connector].modes[i].width == width) crtcs[crtc].mode = mode_info(fake_card.screens[connector].modes[i]);
    crtcs[crtc].is_on = true;
    crtcs[crtc].shown = id;
    crtcs[crtc].coming = 0;
    fake_card.screens[connector].crtc = crtc;
    if (is_retrained) fake_card.screens[connector].link_status = 0;
    return 0;
  }
  fake_record.commits++;
  return flip(crtc, id, wants_event);
}
