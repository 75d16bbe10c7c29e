#pragma once
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// Only what Swift cannot import: macros, variadics, errno, anonymous unions.
static inline int linux_errno(void) { return errno; }
static inline int linux_open(const char *path, int flags, unsigned mode) { return open(path, flags, mode); }
static inline int linux_ioctl(int fd, unsigned long request, void *argument) { return ioctl(fd, request, argument); }
static inline void *linux_map_failed(void) { return MAP_FAILED; }
static inline int linux_epoll_change(int fd, int operation, int target, unsigned events, unsigned long long token) {
  struct epoll_event event = {.events = events, .data = {.u64 = token}};
  return epoll_ctl(fd, operation, target, &event);
}
static inline unsigned long long linux_epoll_token(const struct epoll_event *event) { return event->data.u64; }
static inline const char *linux_entry_name(const struct dirent *entry) { return entry->d_name; }
static inline int linux_close_on_exec(int fd) { return fcntl(fd, F_SETFD, FD_CLOEXEC); }
static inline void linux_ignore(int number) { signal(number, SIG_IGN); }

static inline int linux_unix_socket(int type) { return socket(AF_UNIX, type | SOCK_CLOEXEC, 0); }
static inline socklen_t linux_address_size(size_t name) { return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + name); }
static inline int linux_connect(int fd, const struct sockaddr_un *to, socklen_t size) { return connect(fd, (const struct sockaddr *)to, size); }
static inline int linux_set_patience(int fd, long seconds) {
  const struct timeval limit = {.tv_sec = seconds};
  return setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) | setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}
static inline int linux_bind(int fd, const struct sockaddr_un *to, socklen_t size) { return bind(fd, (const struct sockaddr *)to, size); }
int linux_accept(int fd);
static inline ssize_t linux_send(int fd, const void *bytes, size_t count) { return send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT); }
static inline ssize_t linux_send_to(int fd, const void *bytes, size_t count, const struct sockaddr_un *to, socklen_t size) {
  return sendto(fd, bytes, count, MSG_NOSIGNAL, (const struct sockaddr *)to, size);
}
