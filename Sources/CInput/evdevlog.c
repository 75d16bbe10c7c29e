#include <stddef.h>

// What ships has no log of libevdev: these definitions replace libevdev's own, which board/libraries makes weak, so
// that 20 KB of names and printf are not linked.
const char *libevdev_event_type_get_name(unsigned type) { return (void)type, NULL; }
const char *libevdev_event_code_get_name(unsigned type, unsigned code) { return (void)type, (void)code, NULL; }
int _libevdev_log_priority(const void *device) { return (void)device, -1; }
void _libevdev_log_msg(const void *device, int priority, const char *file, int line, const char *function,
                       const char *format, ...) {
  (void)device, (void)priority, (void)file, (void)line, (void)function, (void)format;
}
void libevdev_set_log_function(const void *function, void *data) { (void)function, (void)data; }
