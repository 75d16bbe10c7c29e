#pragma once
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
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
static inline int linux_open_new(const char *path, unsigned mode) {
  return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, mode);
}
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
static inline int linux_duplicate(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, 3); }
// Of a signal's code: the terminal sent it, no process.
static inline int linux_is_from_kernel(int code) { return code == SI_KERNEL; }
static inline void linux_ignore(int number) { signal(number, SIG_IGN); }

static inline int linux_unix_socket(int type) { return socket(AF_UNIX, type | SOCK_CLOEXEC, 0); }
static inline socklen_t linux_address_size(size_t name) { return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + name); }
static inline int linux_is_socket(int fd) {
  struct stat status;
  return fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode);
}
static inline int linux_connect(int fd, const struct sockaddr_un *to, socklen_t size) { return connect(fd, (const struct sockaddr *)to, size); }
static inline int linux_set_timeouts(int fd, long seconds) {
  const struct timeval limit = {.tv_sec = seconds};
  return setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) | setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}
static inline int linux_bind(int fd, const struct sockaddr_un *to, socklen_t size) { return bind(fd, (const struct sockaddr *)to, size); }
int linux_accept(int fd);
// Who is at the other end (unix(7), SO_PEERCRED).
struct linux_peer {
  int process;
  unsigned user, group, count;
  unsigned groups[64];
};
int linux_peer(int fd, struct linux_peer *peer);
// For a process that is to be allowed what the peer is; fails when we may not.
int linux_become(const struct linux_peer *peer);
// `passed` is a descriptor that came along, or -1; further ones are closed.
long linux_receive(int fd, void *bytes, size_t count, int *passed);
int linux_open_fifo(const char *path);  // fifo.c
static inline ssize_t linux_send(int fd, const void *bytes, size_t count) { return send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT); }
// With a descriptor for the other end, unless it is negative.
static inline ssize_t linux_send_to(int fd, const void *bytes, size_t count, const struct sockaddr_un *to, socklen_t size, int passed) {
  union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(int))]; } control = {.header = {.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
  memcpy(CMSG_DATA(&control.header), &passed, sizeof passed);
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  const struct msghdr message = {.msg_name = (void *)to, .msg_namelen = size, .msg_iov = &part, .msg_iovlen = 1,
                                 .msg_control = passed < 0 ? NULL : &control, .msg_controllen = passed < 0 ? 0 : sizeof control};
  return sendmsg(fd, &message, MSG_NOSIGNAL);
}
// Others get the CPU after us, where we may say so.
static inline void linux_hurry(void) { setpriority(PRIO_PROCESS, 0, -10); }
// -1 when it is refused; a process that has less priority already keeps it.
static inline int linux_set_nice(void) { return getpriority(PRIO_PROCESS, 0) >= 5 ? 0 : setpriority(PRIO_PROCESS, 0, 5); }
// Bounds this process: seconds of CPU time, bytes more than its address space has now, bytes of a file (errand.c).
int linux_limit(unsigned long seconds, unsigned long memory, unsigned long file);
// Opens /dev/null for each of the descriptors 0, 1 and 2 that is closed.
void linux_open_standard_streams(void);

// The virtual terminal of a descriptor (vt.c, ioctl_vt(2)); each returns -1 where it fails.
int linux_vt_active(int fd);  // the number of the terminal that is shown
int linux_vt_graphics(int fd, int has_mode);  // KD_GRAPHICS, and VT_PROCESS unless it has that; or nothing of both
int linux_vt_is_ours(int fd);  // 1 while linux_vt_graphics was the last to set its mode
int linux_vt_text(int fd);  // VT_AUTO and KD_TEXT
int linux_vt_release(int fd);  // answers SIGUSR1
int linux_vt_acknowledge(int fd);  // answers SIGUSR2

// Who opens or closes a file (inotify(7)): 1 for opened, 2 for closed (watching.c).
int linux_watch(const char *path);
int linux_watched(const void *bytes, size_t count);
// What comes into folders.
int linux_new_watch(void);
int linux_watch_folder(int fd, const char *path);
int linux_uevents(void);
long linux_receive_uevent(int fd, void *message, size_t size, int *is_kernels);
// SIGBUS (lost.c): an access to a registered mapping whose memory has gone reads zeros; any other ends the process.
void linux_survive_bus_errors(void);
void linux_mapping_begins(const void *address, size_t size);
void linux_mapping_ends(const void *address);

// A process of its own: 0 in that one; `end` is readable here when it has ended (errand.c).
int linux_fork(int *end);
void linux_reap(int process);
// Becomes another run of this program with one more word, that writes to `output`; returns when it cannot.
void linux_become_another(const char *name, const char *word, int output);
int linux_memory(void);
int linux_shared_memory(long size);  // which nobody can make smaller
// Gives the kernel what malloc keeps for later (runtime.c).
void linux_return_memory(void);

// A command with its streams, in a session of its own where it has a terminal of its own (command.c).
int linux_pipe(int ends[2]);
int linux_free_number(void);  // of one digit, which every shell takes, and that a child would not inherit; else -1
int linux_open_terminal(int *device);
void linux_copy_size(int from, int to);
void linux_copy_modes(int from, int to, int with_output);
void *linux_make_raw(int fd);  // NULL in the background
void linux_restore_modes(int fd, void *before);
void linux_suspend(int whole_group);
// `report` tells pairs of a process and its wait(2) status, or of 0 and why it could not be started.
int linux_start(char *const *words, const int streams[3], int extra, int number, int terminal, const sigset_t *mask, int *report, int *job);
int linux_collect(int process, int *status);
int linux_exit_status(int status);
int linux_is_stopped(int status);
