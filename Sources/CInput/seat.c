#include "CInput.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <libudev.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

// The functions of libinput that are used. p_NAME is the pointer to each one, found with dlsym.
#define FUNCTIONS(use)                                                                                              \
  use(libinput_udev_create_context) use(libinput_udev_assign_seat) use(libinput_log_set_handler)                    \
  use(libinput_log_set_priority) use(libinput_get_fd) use(libinput_dispatch) use(libinput_get_event)                \
  use(libinput_event_get_type) use(libinput_event_get_device) use(libinput_event_destroy)                           \
  use(libinput_device_get_name) use(libinput_device_has_capability)                                                 \
  use(libinput_device_config_send_events_set_mode) use(libinput_event_get_keyboard_event)                           \
  use(libinput_event_keyboard_get_time_usec) use(libinput_event_keyboard_get_key)                                   \
  use(libinput_event_keyboard_get_key_state) use(libinput_event_get_touch_event)                                    \
  use(libinput_event_touch_get_time_usec) use(libinput_event_touch_get_seat_slot)                                   \
  use(libinput_event_touch_get_x_transformed) use(libinput_event_touch_get_y_transformed)

#define DECLARE(name) static __typeof__(name) *p_##name;
FUNCTIONS(DECLARE)
static __typeof__(udev_new) *p_udev_new;

static const char *load(void) {
  void *libinput = dlopen("libinput.so.10", RTLD_NOW | RTLD_LOCAL);
  if (!libinput) return dlerror();
  void *libudev = dlopen("libudev.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!libudev || !(p_udev_new = (__typeof__(udev_new) *)dlsym(libudev, "udev_new"))) return dlerror();
#define FIND(name) if (!(p_##name = (__typeof__(name) *)dlsym(libinput, #name))) return dlerror();
  FUNCTIONS(FIND)
  return NULL;
}

int input_is_available(const char **reason) { return (*reason = load()) == NULL; }

// Opens a device for reading only, so that its state, such as the LEDs, is not changed.
static int open_device(const char *path, int flags, void *data) {
  (void)data;
  const int fd = open(path, (flags & ~O_ACCMODE) | O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

static void close_device(int fd, void *data) {
  (void)data;
  close(fd);
}

// The number of buffer overruns, and the last device that had one. libinput reports them only in its log, as
// "event5 - NAME: SYN_DROPPED event …", at a limited rate (a few messages in 30 s).
static int overruns;
static char overrun_device[80];

static void log_handler(struct libinput *seat, enum libinput_log_priority priority, const char *format,
                        va_list arguments) {
  (void)seat, (void)priority, (void)arguments;
  const char *name = strstr(format, " - "), *end = strstr(format, ": SYN_DROPPED");
  if (!name || !end || end < name + 3) return;
  const size_t length = (size_t)(end - name - 3), limit = sizeof overrun_device - 1;
  memset(overrun_device, 0, sizeof overrun_device);
  memcpy(overrun_device, name + 3, length < limit ? length : limit);
  overruns++;
}

InputSeat *input_seat(void) {
  static const struct libinput_interface interface = {open_device, close_device};
  struct udev *udev = p_udev_new();
  struct libinput *seat = udev ? p_libinput_udev_create_context(&interface, NULL, udev) : NULL;
  if (!seat) return NULL;
  p_libinput_log_set_handler(seat, log_handler);
  p_libinput_log_set_priority(seat, LIBINPUT_LOG_PRIORITY_INFO);
  return p_libinput_udev_assign_seat(seat, "seat0") ? NULL : (InputSeat *)seat;
}

int input_overruns(const char **name) {
  const int count = overruns;
  *name = overrun_device;
  overruns = 0;
  return count;
}

int input_descriptor(InputSeat *seat) { return p_libinput_get_fd((struct libinput *)seat); }
int input_dispatch(InputSeat *seat) { return p_libinput_dispatch((struct libinput *)seat); }

static int is_usable(struct libinput_device *device) {
  return p_libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_KEYBOARD) ||
         p_libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH);
}

static void read_key(struct libinput_event_keyboard *key, InputEvent *result) {
  if (p_libinput_event_keyboard_get_key_state(key) != LIBINPUT_KEY_STATE_PRESSED) return;
  result->type = InputKey;
  result->code = (int32_t)p_libinput_event_keyboard_get_key(key);
  result->time = (int64_t)p_libinput_event_keyboard_get_time_usec(key) * 1000;
}

static void read_touch(struct libinput_event_touch *touch, InputEventType type, InputEvent *result) {
  result->type = type;
  result->code = p_libinput_event_touch_get_seat_slot(touch);
  result->time = (int64_t)p_libinput_event_touch_get_time_usec(touch) * 1000;
  if (type != InputDown && type != InputMove) return;  // other events have no position
  result->x = (float)p_libinput_event_touch_get_x_transformed(touch, 1);
  result->y = (float)p_libinput_event_touch_get_y_transformed(touch, 1);
}

int input_next(InputSeat *seat, InputEvent *result) {
  struct libinput_event *event = p_libinput_get_event((struct libinput *)seat);
  if (!event) return 0;
  struct libinput_device *device = p_libinput_event_get_device(event);
  *result = (InputEvent){.type = InputOther};
  strncpy(result->name, p_libinput_device_get_name(device), sizeof result->name - 1);
  switch (p_libinput_event_get_type(event)) {
  case LIBINPUT_EVENT_DEVICE_ADDED:
    if (!is_usable(device))
      p_libinput_device_config_send_events_set_mode(device, LIBINPUT_CONFIG_SEND_EVENTS_DISABLED);
    break;
  case LIBINPUT_EVENT_DEVICE_REMOVED:
    if (is_usable(device)) result->type = InputRemoved;
    break;
  case LIBINPUT_EVENT_KEYBOARD_KEY: read_key(p_libinput_event_get_keyboard_event(event), result); break;
  case LIBINPUT_EVENT_TOUCH_DOWN: read_touch(p_libinput_event_get_touch_event(event), InputDown, result); break;
  case LIBINPUT_EVENT_TOUCH_MOTION: read_touch(p_libinput_event_get_touch_event(event), InputMove, result); break;
  case LIBINPUT_EVENT_TOUCH_UP: read_touch(p_libinput_event_get_touch_event(event), InputUp, result); break;
  case LIBINPUT_EVENT_TOUCH_CANCEL: read_touch(p_libinput_event_get_touch_event(event), InputCancelled, result); break;
  default: break;
  }
  p_libinput_event_destroy(event);
  return 1;
}
