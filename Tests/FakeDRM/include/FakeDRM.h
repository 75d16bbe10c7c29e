#pragma once
#include <stdbool.h>
#include <stdint.h>

// A libdrm without a kernel: one card whose connectors, planes and failures a test decides. It defines the functions
// of libdrm that loaderd calls, so that the linker takes these.

enum { FAKE_SCREENS = 3 };

struct fake_mode { uint16_t width, height; uint32_t clock, type; };

struct fake_screen {
  bool is_connected, is_desktop;
  struct fake_mode modes[4];
  int mode_count;
  // Bits of the modes that are interlaced.
  uint32_t interlaced;
  // Bits of the CRTCs that may drive it; the CRTC that does, or -1.
  uint32_t possible_crtcs;
  int crtc;
  uint32_t orientation;
  // 1 for bad: dark until a modeset.
  uint64_t link_status;
};

struct fake_card {
  bool is_atomic, has_dumb_buffers, has_damage, is_master, is_taken, has_dirty, has_closefb, is_unplugged, has_vblanks;
  uint64_t preferred_depth;
  // Values that the planes' property "rotation" may have, as bits; 0 for none.
  uint32_t rotations;
  uint32_t formats[8];
  int format_count, screen_count, crtc_count;
  // An overlay for CRTC 0, and one that a master before us left on there.
  bool has_overlay, has_intruder;
  // Modes that the hardware refuses, by place in a screen's list, as bits.
  uint32_t refused_modes;
  // The error of every flip, and that of making a buffer beside another; 0 for none.
  int flip_error, buffer_error;
  // Whether the call that fails does so from then on.
  bool is_sticky;
  // How long a display takes to say what it is.
  unsigned probe_seconds;
  struct fake_screen screens[FAKE_SCREENS];
};

// What loaderd has done.
struct fake_record {
  int calls, commits, tests, modesets, flips, touches, clips;
  // How often a screen went dark because its framebuffer was removed.
  int darkenings;
  int32_t clip[4];
};

struct fake_card *fake_card_now(void);
struct fake_record *fake_record_now(void);

// A card as `atomic` says, with one connected screen of 64x48; opens it.
int fake_open(bool atomic);
// The card as if it were opened once more.
int fake_descriptor(void);
// Lets the n-th call that can fail do so, with this error; 0 lets none.
void fake_fail(int call, int error);
// Shows what was flipped, and reports it: with a sequence number where the card has vblanks.
void fake_vblank(int64_t nanoseconds);
// The framebuffer on a CRTC, 0 for none.
uint32_t fake_shown(int crtc);
// The pixel at a place of what is scanned out, raw.
uint32_t fake_pixel(int crtc, int x, int y);
// What was allocated and not freed: structures, blobs, requests, framebuffers and buffers.
int fake_leaks(void);
