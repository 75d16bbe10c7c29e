#include "CLinux.h"
#include <linux/netlink.h>
#include <sys/inotify.h>

int linux_uevents(void) {
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (fd < 0) return -1;
  const struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
  if (bind(fd, (const struct sockaddr *)&address, sizeof address) == 0) return fd;
  close(fd);
  return -1;
}

long linux_receive_uevent(int fd, void *message, size_t size, int *is_kernels) {
  struct sockaddr_nl sender = {0};
  socklen_t length = sizeof sender;
  long count = recvfrom(fd, message, size, MSG_DONTWAIT, (struct sockaddr *)&sender, &length);
  *is_kernels = sender.nl_pid == 0;
  return count;
}

int linux_watch(const char *path) {
  int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (fd < 0) return -1;
  if (inotify_add_watch(fd, path, IN_OPEN | IN_CLOSE) >= 0) return fd;
  close(fd);
  return -1;
}

int linux_watched(const void *bytes, size_t count) {
  int mask = 0;
  for (size_t place = 0; place + sizeof(struct inotify_event) <= count;) {
    struct inotify_event event;
    memcpy(&event, (const char *)bytes + place, sizeof event);
    mask |= event.mask & IN_OPEN ? 1 : 0;
    mask |= event.mask & IN_CLOSE ? 2 : 0;
    place += sizeof event + event.len;
  }
  return mask;
}

int linux_new_watch(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

// That a folder is deleted the kernel tells unasked.
int linux_watch_folder(int fd, const char *path) {
  return inotify_add_watch(fd, path, IN_CREATE | IN_MOVED_TO | IN_MOVE_SELF | IN_ONLYDIR);
}
