#pragma once
#include "FakeDRM.h"
#include <errno.h>
#include <stddef.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

// State that the files of the fake device share.

// First ids of each kind of KMS object; the number of buffers, and the bytes of memory for each.
enum { CONNECTOR = 100, ENCODER = 200, CRTC = 300, PLANE = 400, OVERLAY = 450, BUFFERS = 64, BUFFER_SIZE = 1 << 20 };

// Properties, in the order of their names.
enum {
  CRTC_ID = 1, MODE_ID, ACTIVE, FB_ID, SRC_X, CRTC_H = 12, TYPE, ROTATION, DAMAGE, NON_DESKTOP, LINK_STATUS,
  ORIENTATION, VRR, HDR, COLORSPACE,
};

// `pending` is the framebuffer that the next vblank shows.
struct fake_crtc { bool is_on; drmModeModeInfo mode; uint32_t shown, pending; };
struct fake_buffer {
  uint32_t handle, pitch, width, height, format, bits;
  bool has_memory, has_framebuffer, has_second_handle;
  // Whether CLOSEFB was called: the framebuffer may stay.
  bool is_closed;
};

extern struct fake_card fake_card;
extern struct fake_record fake_record;
extern struct fake_crtc fake_crtcs[FAKE_SCREENS];
// The CRTC that shows each primary plane, as an index; -1 for none.
extern int fake_plane_crtcs[FAKE_SCREENS];
extern struct fake_buffer fake_buffers[BUFFERS];
// The memory of all buffers.
extern int fake_file;
extern int fake_blobs;

void fake_reset_crtcs(void);
void fake_reset_faults(void);

drmModeModeInfo fake_mode_info(struct fake_mode mode);

// Memory that `fake_leaks` counts.
void *fake_allocate(size_t size);
void fake_free(void *memory);

// Changes a part of an answer, as a test wants.
void fake_change(void *memory, size_t size);
#define change(part) fake_change(&(part), sizeof(part))

// Counts a call of `function`. Returns 0, or an error number, also in errno, if the call must fail.
int fake_failure(const char *function);
#define failure() fake_failure(__func__)
