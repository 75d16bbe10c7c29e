#include "CLinux.h"
#include <sys/inotify.h>

// A watch reports the deletion of its folder without being asked (IN_IGNORED).
int linux_watch_folder(int fd, const char *path, int with_deletions) {
  const uint32_t deletions = with_deletions ? IN_DELETE | IN_MOVED_FROM : 0;
  return inotify_add_watch(fd, path, IN_CREATE | IN_MOVED_TO | IN_MOVE_SELF | IN_ONLYDIR | deletions);
}

int linux_watch_file(const char *path) {
  int fd = linux_inotify();
  if (fd < 0) return -1;
  if (inotify_add_watch(fd, path, IN_OPEN | IN_CLOSE) >= 0) return fd;
  const int error = errno;
  linux_close(fd);
  errno = error;
  return -1;
}

int linux_watched_events(const void *bytes, size_t count) {
  int events = 0;
  for (size_t offset = 0; offset + sizeof(struct inotify_event) <= count;) {
    struct inotify_event event;
    memcpy(&event, (const char *)bytes + offset, sizeof event);
    events |= event.mask & IN_OPEN ? 1 : 0;
    events |= event.mask & IN_CLOSE ? 2 : 0;
    offset += sizeof event + event.len;
  }
  return events;
}
