#pragma once
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdbool.h>

// Virtual terminals without a console: /dev/tty0 to /dev/tty9 of the calling thread, as linux/drivers/tty/vt/vt_ioctl.c
// has them. It defines open, so that the linker takes this one; what is not asked of it goes to the kernel.

enum { FAKE_TERMINALS = 10 };

struct fake_terminal {
  // KD_TEXT or KD_GRAPHICS.
  int display_mode;
  struct vt_mode mode;
  // The process of the newest VT_SETMODE: nobody, this one, one that follows switches, or one that was killed.
  enum fake_owner { FAKE_NOBODY, FAKE_US, FAKE_OTHER, FAKE_DEAD } owner;
  // The terminal that a switch waits to show, or -1.
  int target;
  // How often each request was made, and how many of VT_RELDISP were refused.
  int graphics, texts, set_modes, releases, acknowledgements, refusals;
};

struct fake_terminals {
  // 0 while this thread has none.
  int active;
  struct fake_terminal at[FAKE_TERMINALS];
};

struct fake_terminals *fake_terminals_now(void);
// Text terminals, of which this one is shown; 0 ends them.
void fake_terminals_open(int active);
// Lets each request of this number fail with this error; 0 lets none.
void fake_terminals_fail(unsigned long request, int error);
// vhangup(2) on a terminal: what was opened before fails with EIO.
void fake_terminals_hang_up(int terminal);
// VT_ACTIVATE. Returns the signal that we get, 0 for none.
int fake_terminals_activate(int terminal);
// The signal that waits for us, which it no longer does then; 0 for none.
int fake_terminals_signal(void);
// Another program takes a terminal as compositors do, or gives it back.
void fake_terminals_take(int terminal);
void fake_terminals_give_back(int terminal);
// Whether the last that was written to a terminal about its cursor shows it.
bool fake_terminals_has_cursor(int terminal);

// The answer to a request, an errno value or 0; false where the descriptor is no terminal of ours.
bool fake_terminals_answer(int fd, unsigned long request, void *argument, int *error);
