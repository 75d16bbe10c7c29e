#pragma once
#include <drm.h>
#include <drm_fourcc.h>
#include <drm_mode.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

// Macros that Swift cannot import.
static const unsigned int drm_xrgb8888 = DRM_FORMAT_XRGB8888;
static const unsigned int drm_connected = DRM_MODE_CONNECTED;
static const unsigned int drm_mode_preferred = DRM_MODE_TYPE_PREFERRED;

static const int drm_object_connector = (int)DRM_MODE_OBJECT_CONNECTOR;
static const int drm_object_crtc = (int)DRM_MODE_OBJECT_CRTC;
static const int drm_object_plane = (int)DRM_MODE_OBJECT_PLANE;

// Fixed-size array parameters import as tuples; a single-plane buffer needs none.
static inline int drm_add_framebuffer(int fd, uint32_t width, uint32_t height, uint32_t handle, uint32_t pitch, uint32_t *id) {
  const uint32_t handles[4] = {handle}, pitches[4] = {pitch}, offsets[4] = {0};
  return drmModeAddFB2(fd, width, height, DRM_FORMAT_XRGB8888, handles, pitches, offsets, id, 0);
}
