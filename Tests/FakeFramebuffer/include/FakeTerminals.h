#pragma once
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdbool.h>

// Virtual terminals without a console: /dev/tty0 to /dev/tty9 of the calling thread, with the behaviour of
// drivers/tty/vt/vt_ioctl.c. It defines open, so that the linker takes it; other calls go to the kernel.

enum { FAKE_TERMINALS = 10 };

struct fake_terminal {
  // KD_TEXT or KD_GRAPHICS.
  int display_mode;
  struct vt_mode mode;
  // The process of the last VT_SETMODE: none, this one, another one that follows switches, or one that was killed.
  enum fake_owner { FAKE_NONE, FAKE_US, FAKE_OTHER, FAKE_DEAD } owner;
  // The terminal that a pending switch will show, or -1.
  int target;
  // Number of requests of each kind, and of VT_RELDISP requests that were refused.
  int graphics, texts, set_modes, releases, acknowledgements, refusals;
};

struct fake_terminals {
  // The terminal that is shown; 0 while this thread has no terminals.
  int active;
  struct fake_terminal at[FAKE_TERMINALS];
};

struct fake_terminals *fake_terminals_now(void);
// Creates text terminals and shows this one; 0 removes them.
void fake_terminals_open(int active);
// Makes each request of this number fail with this errno value; 0 makes none fail.
void fake_terminals_fail(unsigned long request, int error);
// vhangup(2) on a terminal: descriptors that were opened before fail with EIO.
void fake_terminals_hang_up(int terminal);
// VT_ACTIVATE. Returns the signal that this process gets, 0 for none.
int fake_terminals_activate(int terminal);
// Takes the pending signal of this process; 0 for none.
int fake_terminals_signal(void);
// Another program takes a terminal as compositors do, or restores it.
void fake_terminals_take(int terminal);
void fake_terminals_give_back(int terminal);
// Whether the last escape sequence written to a terminal shows the cursor.
bool fake_terminals_has_cursor(int terminal);

// Handles a request; false if the descriptor is not one of these terminals. `error` is an errno value or 0.
bool fake_terminals_answer(int fd, unsigned long request, void *argument, int *error);
