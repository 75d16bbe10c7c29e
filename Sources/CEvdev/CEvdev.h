#pragma once
#include <errno.h>
#include <libevdev/libevdev.h>
#include <time.h>

// Functions of libevdev that Swift cannot import well: pointers to variadic functions, and constants of enumerations.

// Disables libevdev's log.
static inline void evdev_disable_log(void) { libevdev_set_log_function(NULL, NULL); }
// Creates a device with timestamps of CLOCK_MONOTONIC. NULL if the descriptor is not an evdev device.
static inline struct libevdev *evdev_open(int fd) {
  struct libevdev *device = NULL;
  if (libevdev_new_from_fd(fd, &device) < 0) return NULL;
  libevdev_set_clock_id(device, CLOCK_MONOTONIC);
  return device;
}
// Reads the next event; `time` is in nanoseconds. Returns 1 for an event, 0 if there is none, and -1 if the device was
// removed. After SYN_DROPPED, is_syncing is set, and the events are the differences to the device's current state
// (libevdev, "SYN_DROPPED handling").
static inline int evdev_next(struct libevdev *device, int *is_syncing, unsigned *type, unsigned *code, int *value,
                             long long *time) {
  struct input_event event;
  int status = libevdev_next_event(device, *is_syncing ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL, &event);
  if (*is_syncing && status == -EAGAIN) {
    *is_syncing = 0;
    status = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event);
  }
  if (status < 0) return status == -EAGAIN || status == -EINTR ? 0 : -1;
  if (status == LIBEVDEV_READ_STATUS_SYNC) *is_syncing = 1;
  *type = event.type;
  *code = event.code;
  *value = event.value;
  *time = event.input_event_sec * 1000000000ll + event.input_event_usec * 1000ll;
  return 1;
}
