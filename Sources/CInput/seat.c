#include "CInput.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <libudev.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

// Each function that is used, under its own name, found when it is there.
#define FUNCTIONS(use)                                                                                                   \
  use(libinput_udev_create_context) use(libinput_udev_assign_seat) use(libinput_log_set_handler)                          \
  use(libinput_log_set_priority) use(libinput_get_fd)                                                                     \
  use(libinput_dispatch) use(libinput_get_event) use(libinput_event_get_type) use(libinput_event_get_device)              \
  use(libinput_event_destroy) use(libinput_device_get_name) use(libinput_device_has_capability)                           \
  use(libinput_device_config_send_events_set_mode) use(libinput_event_get_keyboard_event)                                 \
  use(libinput_event_keyboard_get_time_usec) use(libinput_event_keyboard_get_key)                                         \
  use(libinput_event_keyboard_get_key_state) use(libinput_event_get_touch_event) use(libinput_event_touch_get_time_usec)  \
  use(libinput_event_touch_get_seat_slot) use(libinput_event_touch_get_x_transformed)                                     \
  use(libinput_event_touch_get_y_transformed)

#define DECLARE(name) static __typeof__(name) *p_##name;
FUNCTIONS(DECLARE)
static __typeof__(udev_new) *p_udev_new;

static const char *load(void) {
  void *devices = dlopen("libinput.so.10", RTLD_NOW | RTLD_LOCAL);
  if (!devices) return dlerror();
  void *database = dlopen("libudev.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!database || !(p_udev_new = (__typeof__(udev_new) *)dlsym(database, "udev_new"))) return dlerror();
#define FIND(name) if (!(p_##name = (__typeof__(name) *)dlsym(devices, #name))) return dlerror();
  FUNCTIONS(FIND)
  return NULL;
}

int input_is_available(const char **reason) { return (*reason = load()) == NULL; }

// For reading only: nothing is changed about a device, its lights included.
static int open_device(const char *path, int flags, void *data) {
  (void)data;
  const int fd = open(path, (flags & ~O_ACCMODE) | O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

static void close_device(int fd, void *data) {
  (void)data;
  close(fd);
}

// How often the kernel lost events lately, and whose: only libinput's log tells, "event5 - NAME: SYN_DROPPED event …", and
// no more than a few times in half a minute.
static int missed;
static char loser[80];

static void hear(struct libinput *seat, enum libinput_log_priority priority, const char *format, va_list words) {
  (void)seat, (void)priority, (void)words;
  const char *name = strstr(format, " - "), *end = strstr(format, ": SYN_DROPPED");
  if (!name || !end || end < name + 3) return;
  const size_t length = (size_t)(end - name - 3), most = sizeof loser - 1;
  memset(loser, 0, sizeof loser);
  memcpy(loser, name + 3, length < most ? length : most);
  missed++;
}

InputSeat *input_seat(void) {
  static const struct libinput_interface interface = {open_device, close_device};
  struct udev *udev = p_udev_new();
  struct libinput *seat = udev ? p_libinput_udev_create_context(&interface, NULL, udev) : NULL;
  if (!seat) return NULL;
  p_libinput_log_set_handler(seat, hear);
  p_libinput_log_set_priority(seat, LIBINPUT_LOG_PRIORITY_INFO);
  return p_libinput_udev_assign_seat(seat, "seat0") ? NULL : (InputSeat *)seat;
}

int input_missed(const char **name) {
  const int count = missed;
  *name = loser;
  missed = 0;
  return count;
}

int input_descriptor(InputSeat *seat) { return p_libinput_get_fd((struct libinput *)seat); }
int input_dispatch(InputSeat *seat) { return p_libinput_dispatch((struct libinput *)seat); }

static int is_of_use(struct libinput_device *device) {
  return p_libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_KEYBOARD) ||
         p_libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH);
}

static void read_key(struct libinput_event_keyboard *key, InputNews *news) {
  if (p_libinput_event_keyboard_get_key_state(key) != LIBINPUT_KEY_STATE_PRESSED) return;
  news->change = InputKey;
  news->code = (int32_t)p_libinput_event_keyboard_get_key(key);
  news->time = (int64_t)p_libinput_event_keyboard_get_time_usec(key) * 1000;
}

static void read_touch(struct libinput_event_touch *touch, InputChange change, InputNews *news) {
  news->change = change;
  news->code = p_libinput_event_touch_get_seat_slot(touch);
  news->time = (int64_t)p_libinput_event_touch_get_time_usec(touch) * 1000;
  if (change != InputDown && change != InputMove) return;  // the others have no place
  news->x = (float)p_libinput_event_touch_get_x_transformed(touch, 1);
  news->y = (float)p_libinput_event_touch_get_y_transformed(touch, 1);
}

int input_next(InputSeat *seat, InputNews *news) {
  struct libinput_event *event = p_libinput_get_event((struct libinput *)seat);
  if (!event) return 0;
  struct libinput_device *device = p_libinput_event_get_device(event);
  *news = (InputNews){.change = InputOther};
  strncpy(news->name, p_libinput_device_get_name(device), sizeof news->name - 1);
  switch (p_libinput_event_get_type(event)) {
  case LIBINPUT_EVENT_DEVICE_ADDED:
    if (!is_of_use(device))
      p_libinput_device_config_send_events_set_mode(device, LIBINPUT_CONFIG_SEND_EVENTS_DISABLED);
    break;
  case LIBINPUT_EVENT_DEVICE_REMOVED:
    if (is_of_use(device)) news->change = InputRemoved;
    break;
  case LIBINPUT_EVENT_KEYBOARD_KEY: read_key(p_libinput_event_get_keyboard_event(event), news); break;
  case LIBINPUT_EVENT_TOUCH_DOWN: read_touch(p_libinput_event_get_touch_event(event), InputDown, news); break;
  case LIBINPUT_EVENT_TOUCH_MOTION: read_touch(p_libinput_event_get_touch_event(event), InputMove, news); break;
  case LIBINPUT_EVENT_TOUCH_UP: read_touch(p_libinput_event_get_touch_event(event), InputUp, news); break;
  case LIBINPUT_EVENT_TOUCH_CANCEL: read_touch(p_libinput_event_get_touch_event(event), InputCancelled, news); break;
  default: break;
  }
  p_libinput_event_destroy(event);
  return 1;
}
