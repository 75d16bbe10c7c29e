#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A libdrm without a kernel: one device whose connectors, planes and faults are set by a test. It defines the functions
// of libdrm that loaderd calls, so that the linker takes these.

enum { FAKE_SCREENS = 3 };

struct fake_mode { uint16_t width, height; uint32_t clock, type; };

// A connector with its encoder.
struct fake_screen {
  bool is_connected, is_desktop;
  // Whether the driver cannot tell if it is connected.
  bool is_uncertain;
  struct fake_mode modes[4];
  int mode_count;
  // Modes that are interlaced, as bits of their indices.
  uint32_t interlaced;
  // CRTCs that can drive it, as bits of their indices; index of the CRTC that does, or -1.
  uint32_t possible_crtcs;
  int crtc;
  // Physical size in millimetres.
  uint32_t millimetres[2];
  // Value of the property "panel orientation"; 0 for no such property.
  uint32_t orientation;
  // Value of the property "link-status"; 1 is bad, until a modeset.
  uint64_t link_status;
  // What an earlier master has left in the properties "HDR_OUTPUT_METADATA" and "Colorspace".
  uint64_t hdr_metadata, colorspace;
};

struct fake_card {
  bool is_atomic, has_dumb_buffers, has_damage, has_dirty, has_closefb, has_vblanks, is_unplugged;
  // Whether it tells if it has vblanks, as since Linux 5.15.
  bool counts_vblanks;
  // Whether this process is DRM master, and whether another one is.
  bool is_master, has_other_master;
  uint64_t preferred_depth;
  // Values of the plane property "rotation", as bits; 0 for no such property.
  uint32_t rotations;
  uint32_t formats[8];
  int format_count, screen_count, crtc_count;
  // Whether each primary plane can show its picture on any CRTC; GETCRTC and SETCRTC use that of the CRTC's index.
  bool has_shared_planes;
  // Whether CRTC 0 has an overlay plane, and whether an earlier master left it enabled.
  bool has_overlay, is_overlay_enabled;
  // The framebuffer of another program or of the kernel's console that is shown instead of ours, until a modeset; 0 for
  // none.
  uint32_t other_framebuffer;
  // Modes that the hardware refuses, as bits of their indices.
  uint32_t refused_modes;
  // Whether atomic modesets are refused.
  bool refuses_atomic;
  // Error of every flip, and of allocating a second buffer; 0 for none.
  int flip_error, buffer_error;
  // Entries of the gamma table of each CRTC; 0 for none.
  int gamma_size;
  // Whether the function of `fake_fail` fails with every later call too.
  bool fails_repeatedly;
  // Seconds that a probe of a connector takes, and whether the kernel knows no display before the first one.
  unsigned probe_seconds;
  bool is_unprobed;
  struct fake_screen screens[FAKE_SCREENS];
};

// Counts of what loaderd has done; `refusals` are its modesets that were refused.
struct fake_record {
  int cursor_calls, linear_gammas, calls, commits, tests, refusals, modesets, flips, dirty_calls, framebuffers;
  // CRTCs that were turned off because their framebuffer was removed.
  int disabled_crtcs;
  // Damage rectangles of the last commit or DIRTYFB: their number, and the first one.
  int clips;
  int32_t clip[4];
};

// The state of the device, which a test may change at any time.
struct fake_card *fake_card_now(void);
struct fake_record *fake_record_now(void);

// Resets the device to one connected screen of 64x48, and opens it. Returns a file descriptor.
int fake_open(bool atomic);
// Opens the device once more.
int fake_descriptor(void);
// How often this process and those that it forked have dropped master, and have probed a connector as master.
int fake_master_drops(void);
int fake_probes(void);
// Makes the n-th call from now on that can fail do so, with this errno value; 0 makes none fail.
void fake_fail(int call, int error);
// Calls `distort` with each part of what the device answers, other than ids and counts, which it may change; NULL ends
// that.
void fake_distort(void (*distort)(void *memory, size_t size));
// A vblank: shows pending flips and reports them, with a sequence number where the device has vblanks.
void fake_vblank(int64_t nanoseconds);
// Loses the events of all flips that were not read yet.
void fake_drop_events(void);
// Shows a framebuffer of another program, which has one colour (0xRRGGBB).
void fake_show_other(uint32_t color);
// The framebuffer that a CRTC scans out, 0 for none.
uint32_t fake_scanout(int crtc);
// A pixel of what a CRTC scans out, unconverted.
uint32_t fake_pixel(int crtc, int x, int y);
// Number of structures, blobs, requests, framebuffers and buffers that were not freed.
int fake_leaks(void);
