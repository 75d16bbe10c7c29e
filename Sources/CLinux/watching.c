#define _GNU_SOURCE  // for O_LARGEFILE in fanotify's flags
#include "CLinux.h"
#include <linux/netlink.h>
#include <sys/fanotify.h>
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

int linux_fanotify(const char *path) {
  int fd = fanotify_init(FAN_CLASS_CONTENT | FAN_CLOEXEC | FAN_NONBLOCK, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  if (fanotify_mark(fd, FAN_MARK_ADD, FAN_OPEN_PERM, AT_FDCWD, path) == 0) return fd;
  close(fd);
  return -1;
}

int linux_inotify(const char *path, int opens) {
  int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (fd < 0) return -1;
  if (inotify_add_watch(fd, path, IN_CLOSE | (opens ? IN_OPEN : 0)) >= 0) return fd;
  close(fd);
  return -1;
}

int linux_fanotify_events(const void *bytes, size_t count, struct linux_access *accesses) {
  int found = 0;
  const struct fanotify_event_metadata *event = bytes;
  for (long rest = (long)count; FAN_EVENT_OK(event, rest) && found < 128; event = FAN_EVENT_NEXT(event, rest)) {
    // The kernel has opened the file for us: a second opening, which must not be in the way of the other's.
    if (event->fd >= 0) close(event->fd);
    accesses[found++] = (struct linux_access){.process = event->pid, .opens = 1, .answer = event->fd};
  }
  return found;
}

int linux_inotify_events(const void *bytes, size_t count, struct linux_access *accesses) {
  int found = 0;
  for (size_t place = 0; place + sizeof(struct inotify_event) <= count && found < 128;) {
    struct inotify_event event;
    memcpy(&event, (const char *)bytes + place, sizeof event);
    accesses[found++] = (struct linux_access){.opens = (event.mask & IN_OPEN) != 0, .answer = -1};
    place += sizeof event + event.len;
  }
  return found;
}

int linux_fanotify_allow(int fd, int file) {
  const struct fanotify_response response = {.fd = file, .response = FAN_ALLOW};
  return write(fd, &response, sizeof response) < 0 ? -1 : 0;
}
