// The device: opening it, its capabilities, DRM master, and its connectors, CRTCs, planes and properties.

#define _GNU_SOURCE  // for memfd_create
#include "state.h"
#include <drm_fourcc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct fake_card fake_card;
struct fake_record fake_record;
struct fake_crtc fake_crtcs[FAKE_SCREENS];
int fake_plane_crtcs[FAKE_SCREENS];
struct fake_buffer fake_buffers[BUFFERS];
int fake_file = -1;

struct fake_card *fake_card_now(void) { return &fake_card; }
struct fake_record *fake_record_now(void) { return &fake_record; }

// Counts in memory that forked processes share.
struct shared { int drops, probes; };
static struct shared *shared(void) {
  static struct shared *counts;
  if (!counts) counts = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (counts == MAP_FAILED) abort();
  return counts;
}

int fake_open(bool atomic) {
  if (fake_file >= 0) close(fake_file);
  fake_file = memfd_create("card", MFD_CLOEXEC);
  if (ftruncate(fake_file, (off_t)BUFFERS * BUFFER_SIZE)) abort();
  memset(&fake_record, 0, sizeof fake_record);
  memset(fake_buffers, 0, sizeof fake_buffers);
  fake_reset_crtcs();
  fake_reset_faults();
  shared()->probes = 0;
  fake_card = (struct fake_card){
      .is_atomic = atomic, .has_dumb_buffers = true, .is_master = true, .has_vblanks = true, .counts_vblanks = true,
      .has_dirty = true, .preferred_depth = 24,
      .formats = {DRM_FORMAT_XRGB8888, DRM_FORMAT_RGB565}, .format_count = 2, .screen_count = 1, .crtc_count = 1};
  for (int i = 0; i < FAKE_SCREENS; i++)
    fake_card.screens[i] = (struct fake_screen){
        .is_connected = true, .is_desktop = true, .possible_crtcs = 1u << i, .crtc = -1, .mode_count = 2,
        .modes = {{64, 48, 200, DRM_MODE_TYPE_PREFERRED}, {32, 24, 60, 0}}};
  return dup(fake_file);
}

int fake_descriptor(void) { return dup(fake_file); }

// Capabilities and DRM master

int drmGetCap(int fd, uint64_t capability, uint64_t *value) {
  if (failure()) return -errno;
  *value = capability == DRM_CAP_DUMB_BUFFER ? fake_card.has_dumb_buffers : fake_card.preferred_depth;
  change(*value);
  return 0;
}

int drmSetClientCap(int fd, uint64_t capability, uint64_t value) {
  if (failure()) return -errno;
  return capability == DRM_CLIENT_CAP_ATOMIC && !fake_card.is_atomic ? -EOPNOTSUPP : 0;
}

drmVersionPtr drmGetVersion(int fd) {
  if (failure()) return NULL;
  drmVersionPtr version = fake_allocate(sizeof *version);
  version->name = "fake";
  return version;
}
void drmFreeVersion(drmVersionPtr version) { fake_free(version); }

int drmSetMaster(int fd) {
  if (failure()) return -1;
  if (fake_card.has_other_master) { errno = EBUSY; return -1; }
  fake_card.is_master = true;
  return 0;
}
int drmDropMaster(int fd) {
  if (failure()) return -1;
  fake_card.is_master = false;
  shared()->drops++;
  return 0;
}

int fake_master_drops(void) { return shared()->drops; }
int fake_probes(void) { return shared()->probes; }

// DRM_IOCTL_CRTC_GET_SEQUENCE and DRM_IOCTL_MODE_CLOSEFB are the only requests.
int drmIoctl(int fd, unsigned long request, void *argument) {
  uint32_t id = *(uint32_t *)argument;
  if (failure()) return -1;
  if (request == DRM_IOCTL_CRTC_GET_SEQUENCE) {
    errno = fake_card.counts_vblanks ? EOPNOTSUPP : EINVAL;
    return fake_card.counts_vblanks && fake_card.has_vblanks ? 0 : -1;
  }
  if (!fake_card.has_closefb || !id || id > BUFFERS || !fake_buffers[id - 1].has_framebuffer) {
    errno = EINVAL;
    return -1;
  }
  fake_buffers[id - 1].is_closed = true;
  return 0;
}

// Resources

static uint32_t *list_ids(int first, int count) {
  uint32_t *ids = fake_allocate(sizeof *ids * 8);
  for (int i = 0; i < count; i++) ids[i] = (uint32_t)(first + i);
  return ids;
}

drmModeResPtr drmModeGetResources(int fd) {
  if (failure()) return NULL;
  drmModeResPtr resources = fake_allocate(sizeof *resources);
  resources->count_crtcs = fake_card.crtc_count;
  resources->crtcs = list_ids(CRTC, fake_card.crtc_count);
  resources->count_connectors = fake_card.screen_count;
  resources->connectors = list_ids(CONNECTOR, fake_card.screen_count);
  return resources;
}
void drmModeFreeResources(drmModeResPtr resources) {
  if (!resources) return;
  fake_free(resources->crtcs);
  fake_free(resources->connectors);
  fake_free(resources);
}

drmModeModeInfo fake_mode_info(struct fake_mode mode) {
  return (drmModeModeInfo){
      .clock = mode.clock, .hdisplay = mode.width, .htotal = mode.width, .vdisplay = mode.height, .vtotal = mode.height,
      .type = mode.type};
}

drmModeConnectorPtr drmModeGetConnectorCurrent(int fd, uint32_t id) {
  if (failure()) return NULL;
  const struct fake_screen *screen = &fake_card.screens[id - CONNECTOR];
  drmModeConnectorPtr connector = fake_allocate(sizeof *connector);
  connector->connector_id = id;
  connector->connector_type = DRM_MODE_CONNECTOR_HDMIA;
  connector->connector_type_id = id - CONNECTOR + 1;
  const bool is_known = !fake_card.is_unprobed || shared()->probes;
  connector->connection = !is_known ? DRM_MODE_UNKNOWNCONNECTION
                          : screen->is_uncertain ? DRM_MODE_UNKNOWNCONNECTION
                          : screen->is_connected ? DRM_MODE_CONNECTED : DRM_MODE_DISCONNECTED;
  connector->mmWidth = screen->millimetres[0];
  connector->mmHeight = screen->millimetres[1];
  change(connector->mmWidth);
  change(connector->mmHeight);
  change(connector->connector_type_id);
  change(connector->connection);
  connector->encoder_id = screen->crtc < 0 ? 0 : ENCODER + id - CONNECTOR;
  connector->count_encoders = 1;
  connector->encoders = list_ids((int)(ENCODER + id - CONNECTOR), 1);
  connector->count_modes = is_known && screen->is_connected ? screen->mode_count : 0;
  connector->modes = fake_allocate(sizeof *connector->modes * 4);
  for (int i = 0; i < connector->count_modes; i++) {
    connector->modes[i] = fake_mode_info(screen->modes[i]);
    if (screen->interlaced >> i & 1) connector->modes[i].flags = DRM_MODE_FLAG_INTERLACE;
    change(connector->modes[i]);
  }
  return connector;
}
drmModeConnectorPtr drmModeGetConnector(int fd, uint32_t id) {
  if (fake_card.probe_seconds) sleep(fake_card.probe_seconds);
  if (fake_card.is_master) shared()->probes++;
  return drmModeGetConnectorCurrent(fd, id);
}
void drmModeFreeConnector(drmModeConnectorPtr connector) {
  if (!connector) return;
  fake_free(connector->encoders);
  fake_free(connector->modes);
  fake_free(connector);
}
const char *drmModeGetConnectorTypeName(uint32_t type) { return "HDMI-A"; }

drmModeEncoderPtr drmModeGetEncoder(int fd, uint32_t id) {
  if (failure()) return NULL;
  const struct fake_screen *screen = &fake_card.screens[id - ENCODER];
  drmModeEncoderPtr encoder = fake_allocate(sizeof *encoder);
  encoder->encoder_id = id;
  encoder->possible_crtcs = screen->possible_crtcs;
  encoder->crtc_id = screen->crtc < 0 ? 0 : (uint32_t)(CRTC + screen->crtc);
  change(encoder->possible_crtcs);
  change(encoder->crtc_id);
  return encoder;
}
void drmModeFreeEncoder(drmModeEncoderPtr encoder) { fake_free(encoder); }

drmModeCrtcPtr drmModeGetCrtc(int fd, uint32_t id) {
  if (failure()) return NULL;
  drmModeCrtcPtr crtc = fake_allocate(sizeof *crtc);
  crtc->crtc_id = id;
  crtc->gamma_size = fake_card.gamma_size;
  crtc->mode_valid = fake_crtcs[id - CRTC].is_on;
  crtc->mode = fake_crtcs[id - CRTC].mode;
  const int index = (int)(id - CRTC), shown = fake_plane_crtcs[index] == index ? (int)fake_scanout(index) : 0;
  crtc->buffer_id = fake_card.other_framebuffer ? fake_card.other_framebuffer : (uint32_t)shown;
  change(crtc->gamma_size);
  change(crtc->mode_valid);
  change(crtc->mode);
  change(crtc->buffer_id);
  return crtc;
}
void drmModeFreeCrtc(drmModeCrtcPtr crtc) { fake_free(crtc); }

drmModePlaneResPtr drmModeGetPlaneResources(int fd) {
  if (failure()) return NULL;
  drmModePlaneResPtr planes = fake_allocate(sizeof *planes);
  planes->planes = list_ids(PLANE, fake_card.crtc_count);
  planes->count_planes = (uint32_t)fake_card.crtc_count;
  if (fake_card.has_overlay || fake_card.is_overlay_enabled) planes->planes[planes->count_planes++] = OVERLAY;
  return planes;
}
void drmModeFreePlaneResources(drmModePlaneResPtr planes) {
  if (!planes) return;
  fake_free(planes->planes);
  fake_free(planes);
}
drmModePlanePtr drmModeGetPlane(int fd, uint32_t id) {
  if (failure()) return NULL;
  drmModePlanePtr plane = fake_allocate(sizeof *plane);
  plane->plane_id = id;
  plane->possible_crtcs = id == OVERLAY                 ? 1
                          : fake_card.has_shared_planes ? (1u << fake_card.crtc_count) - 1
                                                        : 1u << (id - PLANE);
  plane->formats = fake_allocate(sizeof fake_card.formats);
  memcpy(plane->formats, fake_card.formats, sizeof fake_card.formats);
  plane->count_formats = (uint32_t)fake_card.format_count;
  change(plane->possible_crtcs);
  for (uint32_t i = 0; i < plane->count_formats; i++) change(plane->formats[i]);
  return plane;
}
void drmModeFreePlane(drmModePlanePtr plane) {
  if (!plane) return;
  fake_free(plane->formats);
  fake_free(plane);
}

// Properties: an id is an index of this list plus 1

static const char *const property_names[] = {
    "CRTC_ID", "MODE_ID", "ACTIVE", "FB_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H",
    "type", "rotation", "FB_DAMAGE_CLIPS", "non-desktop", "link-status", "panel orientation", "VRR_ENABLED",
    "HDR_OUTPUT_METADATA", "Colorspace"};
static const char *const orientations[] = {"Normal", "Upside Down", "Left Side Up", "Right Side Up"};

static void add_property(drmModeObjectPropertiesPtr all, uint32_t id, uint64_t value) {
  all->props[all->count_props] = id;
  all->prop_values[all->count_props++] = value;
}

drmModeObjectPropertiesPtr drmModeObjectGetProperties(int fd, uint32_t object, uint32_t type) {
  if (failure()) return NULL;
  drmModeObjectPropertiesPtr all = fake_allocate(sizeof *all);
  all->props = fake_allocate(sizeof *all->props * 32);
  all->prop_values = fake_allocate(sizeof *all->prop_values * 32);
  if (type == DRM_MODE_OBJECT_CONNECTOR) {
    const struct fake_screen *screen = &fake_card.screens[object - CONNECTOR];
    add_property(all, CRTC_ID, screen->crtc < 0 ? 0 : (uint64_t)(CRTC + screen->crtc));
    add_property(all, NON_DESKTOP, !screen->is_desktop);
    add_property(all, LINK_STATUS, screen->link_status);
    add_property(all, HDR, screen->hdr_metadata);
    add_property(all, COLORSPACE, screen->colorspace);
    if (screen->orientation) add_property(all, ORIENTATION, screen->orientation);
  } else if (type == DRM_MODE_OBJECT_CRTC) {
    for (uint32_t id = MODE_ID; id <= ACTIVE; id++) add_property(all, id, 0);
    add_property(all, VRR, 0);
  } else {
    for (uint32_t id = FB_ID; id <= CRTC_H; id++) add_property(all, id, 0);
    const int crtc = object == OVERLAY ? fake_card.is_overlay_enabled - 1 : fake_plane_crtcs[object - PLANE];
    add_property(all, CRTC_ID, crtc < 0 ? 0 : (uint64_t)(CRTC + crtc));
    add_property(all, TYPE, object == OVERLAY ? DRM_PLANE_TYPE_OVERLAY : DRM_PLANE_TYPE_PRIMARY);
    if (fake_card.rotations) add_property(all, ROTATION, 1);
    if (fake_card.has_damage) add_property(all, DAMAGE, 0);
  }
  for (uint32_t i = 0; i < all->count_props; i++) change(all->prop_values[i]);
  return all;
}
void drmModeFreeObjectProperties(drmModeObjectPropertiesPtr all) {
  if (!all) return;
  fake_free(all->props);
  fake_free(all->prop_values);
  fake_free(all);
}

drmModePropertyPtr drmModeGetProperty(int fd, uint32_t id) {
  if (failure()) return NULL;
  drmModePropertyPtr property = fake_allocate(sizeof *property);
  property->prop_id = id;
  strcpy(property->name, property_names[id - 1]);
  property->enums = fake_allocate(sizeof *property->enums * 8);
  if (id == ORIENTATION)
    for (int i = 0; i < 4; i++, property->count_enums++) {
      property->enums[i].value = (uint64_t)i;
      strcpy(property->enums[i].name, orientations[i]);
    }
  if (id == ROTATION)
    for (uint32_t bit = 0; bit < 4; bit++)
      if (fake_card.rotations >> bit & 1) property->enums[property->count_enums++].value = bit;
  change(property->name);
  for (int i = 0; i < property->count_enums; i++) change(property->enums[i]);
  return property;
}
void drmModeFreeProperty(drmModePropertyPtr property) {
  if (!property) return;
  fake_free(property->enums);
  fake_free(property);
}
