#define _GNU_SOURCE  // for memmem
#include "CLinux.h"
#include <linux/netlink.h>
#include <string.h>

int linux_uevent_socket(void) {
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (fd < 0) return -1;
  // The kernel reduces it to twice net.core.rmem_max. Without it, uevents are lost earlier, and all displays are
  // probed.
  const int size = 1 << 20;
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  const struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
  if (bind(fd, (const struct sockaddr *)&address, sizeof address) == 0) return fd;
  const int error = errno;
  close(fd);
  errno = error;
  return -1;
}

long linux_receive_uevent(int fd, void *message, size_t size, const char *mark, int *is_wanted) {
  struct sockaddr_nl sender = {0};
  socklen_t length = sizeof sender;
  long count = recvfrom(fd, message, size, MSG_DONTWAIT, (struct sockaddr *)&sender, &length);
  *is_wanted = count > 0 && sender.nl_pid == 0 && memmem(message, (size_t)count, mark, strlen(mark)) != NULL;
  return count;
}
