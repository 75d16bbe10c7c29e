#pragma once
#include <errno.h>
#include <libevdev/libevdev.h>
#include <time.h>

// Swift sees no pointer to a function with variable arguments, and an enumeration's constants as values of its own type.
static inline void evdev_be_silent(void) { libevdev_set_log_function(NULL, NULL); }
static inline struct libevdev *evdev_open(int fd) {
  struct libevdev *device = NULL;
  if (libevdev_new_from_fd(fd, &device) < 0) return NULL;
  libevdev_set_clock_id(device, CLOCK_MONOTONIC);
  return device;
}
// 1 for an event, 0 for none yet, -1 for a device that has gone. What was lost in a flood is made up for.
static inline int evdev_next(struct libevdev *device, int *is_behind, unsigned *type, unsigned *code, int *value, long long *time) {
  struct input_event event;
  int status = libevdev_next_event(device, *is_behind ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL, &event);
  if (*is_behind && status == -EAGAIN) {
    *is_behind = 0;
    status = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event);
  }
  if (status < 0) return status == -EAGAIN || status == -EINTR ? 0 : -1;
  if (status == LIBEVDEV_READ_STATUS_SYNC) *is_behind = 1;
  *type = event.type, *code = event.code, *value = event.value;
  *time = event.input_event_sec * 1000000000ll + event.input_event_usec * 1000ll;
  return 1;
}
