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

// Functions of libc and the kernel that Swift cannot import: macros, variadic functions, errno, anonymous unions, and
// code that runs between fork and exec or in a signal handler. Unless a comment says otherwise, a function returns -1
// and sets errno when it fails.

// Files.
static inline int linux_errno(void) { return errno; }
static inline int linux_open(const char *path, int flags, unsigned mode) { return open(path, flags, mode); }
// Creates a file; fails if the path exists, symbolic links included.
static inline int linux_open_exclusive(const char *path, unsigned mode) {
  return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, mode);
}
// Opens a file that exists for writing at its end.
static inline int linux_open_append(const char *path) {
  return open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY);
}
static inline int linux_ioctl(int fd, unsigned long request, void *argument) { return ioctl(fd, request, argument); }
static inline int linux_close_on_exec(int fd) { return fcntl(fd, F_SETFD, FD_CLOEXEC); }
static inline int linux_duplicate(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, 3); }
// Closes a descriptor; the result and errno are those of close(2). close(2) could sleep for one of linux_inotify or
// linux_close_in_child, and for one of linux_accept or linux_connect if other programs have passed descriptors to it
// that were not received: those are closed by linux_close_waiting. (closing.c)
int linux_close(int fd);
// Notes that close(2) of a descriptor could sleep. Returns the descriptor.
int linux_close_in_child(int fd);
// Sets whether a connection counts as one of linux_accept. Closing such a connection shuts it down in all processes.
void linux_set_served(int fd, int is_served);
// Closes the descriptors that wait for it, in a child process.
void linux_close_waiting(void);
static inline void *linux_map_failed(void) { return MAP_FAILED; }
static inline const char *linux_entry_name(const struct dirent *entry) { return entry->d_name; }
int linux_pipe(int ends[2]);
// Makes the working directory the root directory.
int linux_change_root(void);
// Opens a FIFO for reading without waiting for a writer. EEXIST if the file is not a FIFO. (fifo.c)
int linux_open_fifo(const char *path);
// The age of a file in nanoseconds by its birth time, or by its change time, which may be later; *is_birth tells which.
// -1 if it is not known. (file.c)
long long linux_file_age(const char *path, int *is_birth);
// Whether the root directory is the kernel's initramfs. (file.c)
int linux_is_initramfs(void);
// Opens /dev/null for each of the descriptors 0, 1 and 2 that is closed. (worker.c)
void linux_open_standard_streams(void);
// Writes a line of at most PIPE_BUF bytes to standard error, without blocking. Lines that cannot be written are
// counted, and their number is the next line. (log.c)
void linux_log(const void *line, size_t count);

// epoll(7). The constants, and those for sockets, are enumerations in glibc and macros in musl.
static const unsigned linux_epoll_in = EPOLLIN, linux_epoll_urgent = EPOLLPRI, linux_epoll_out = EPOLLOUT;
static const unsigned linux_epoll_closed = EPOLLHUP | EPOLLERR;
static inline int linux_epoll_control(int fd, int operation, int target, unsigned events, unsigned long long token) {
  struct epoll_event event = {.events = events, .data = {.u64 = token}};
  return epoll_ctl(fd, operation, target, &event);
}
static inline unsigned long long linux_epoll_token(const struct epoll_event *event) { return event->data.u64; }

// Signals.
static inline void linux_ignore_signal(int number) { signal(number, SIG_IGN); }
// Ignores SIGPIPE in this process; commands handle it as this program was started to.
void linux_ignore_broken_pipes(void);
static inline void linux_default_signal(int number) { signal(number, SIG_DFL); }
// Whether ssi_code of a signal says that the kernel sent it, as for Ctrl-C on a terminal, and not a process.
static inline int linux_is_from_kernel(int code) { return code == SI_KERNEL; }
// Installs a handler for SIGBUS: an access to a registered mapping whose memory is gone reads zeros. Any other access
// that raises SIGBUS ends the process. (sigbus.c)
void linux_handle_bus_errors(void);
void linux_register_mapping(const void *address, size_t size);
void linux_unregister_mapping(const void *address);

// AF_UNIX sockets. (socket.c)
static const int linux_stream = SOCK_STREAM, linux_datagram = SOCK_DGRAM, linux_nonblocking = SOCK_NONBLOCK;
static const int linux_dont_wait = MSG_DONTWAIT;
static inline int linux_unix_socket(int type) { return socket(AF_UNIX, type | SOCK_CLOEXEC, 0); }
static inline socklen_t linux_address_size(size_t name) {
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + name);
}
static inline int linux_is_socket(int fd) {
  struct stat status;
  return fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode);
}
static inline int linux_socket_pair(int *first, int *second) {
  int both[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, both)) return -1;
  *first = both[0], *second = both[1];
  return 0;
}
int linux_connect(int fd, const struct sockaddr_un *to, socklen_t size);  // (closing.c)
static inline int linux_bind(int fd, const struct sockaddr_un *to, socklen_t size) {
  return bind(fd, (const struct sockaddr *)to, size);
}
// Sets the timeouts of blocking reads and writes.
static inline int linux_set_timeouts(int fd, long seconds) {
  const struct timeval limit = {.tv_sec = seconds};
  return setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) |
         setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}
int linux_accept(int fd);  // (closing.c)
static inline ssize_t linux_send(int fd, const void *bytes, size_t count) {
  return send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}
// Sends to an address, or to the connected peer if `to` is NULL. `passed` is a descriptor to pass (SCM_RIGHTS), or -1.
static inline ssize_t linux_send_to(int fd, const void *bytes, size_t count, const struct sockaddr_un *to,
                                    socklen_t size, int passed, int flags) {
  union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(int))]; } control = {
    .header = {.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
  memcpy(CMSG_DATA(&control.header), &passed, sizeof passed);
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  const struct msghdr message = {.msg_name = (void *)to, .msg_namelen = size, .msg_iov = &part, .msg_iovlen = 1,
                                 .msg_control = passed < 0 ? NULL : &control,
                                 .msg_controllen = passed < 0 ? 0 : sizeof control};
  return sendmsg(fd, &message, MSG_NOSIGNAL | flags);
}
// Receives without blocking. With takes_descriptors, `passed` is set to the first descriptor that was passed, or -1;
// further ones are closed. Otherwise it is set to 0 if some were passed, and the bytes stay in the queue with them.
long linux_receive(int fd, void *bytes, size_t count, int takes_descriptors, int *passed);
// Makes the kernel refuse to pass descriptors to a socket, and to those that it accepts (SO_PASSRIGHTS, Linux 6.16). An
// older kernel passes them.
static inline void linux_refuse_descriptors(int fd) {
  const int is_accepted = 0;
  setsockopt(fd, SOL_SOCKET, 83, &is_accepted, sizeof is_accepted);
}
// Credentials of the process at the other end of a socket (unix(7), SO_PEERCRED, SO_PEERGROUPS).
struct linux_peer {
  int process;
  unsigned user, group, count;
  unsigned groups[64];
};
int linux_peer(int fd, struct linux_peer *peer);
// Sets the user and groups of this process to the peer's, permanently. Does nothing for root, who may use our rights.
int linux_assume_credentials(const struct linux_peer *peer);

// Uevents of the kernel (netlink(7), NETLINK_KOBJECT_UEVENT). (netlink.c)
int linux_uevent_socket(void);
// Makes the kernel drop the uevents of other subsystems, which would wake the process (socket(7), SO_ATTACH_FILTER). A
// name has at most 16 bytes. Uevents of devices with a path of more than 120 bytes are received all the same.
int linux_filter_uevents(int fd, const char *subsystem);
// Receives one message without blocking. A process may have sent it.
long linux_receive_uevent(int fd, void *message, size_t size, int *is_sent_by_kernel);

// inotify(7). (inotify.c)
int linux_inotify(void);  // (closing.c)
// Watches a folder for new files, and for deletions too.
int linux_watch_folder(int fd, const char *path, int with_deletions);
// Watches a file for being opened and closed.
int linux_watch_file(const char *path);
// The events of linux_watch_file in bytes that were read: bit 0 for opened, bit 1 for closed.
int linux_watched_events(const void *bytes, size_t count);

// The virtual terminal that a descriptor refers to (ioctl_vt(2)). (vt.c)
int linux_vt_active(int fd);  // the number of the terminal that is shown
int linux_vt_is_text(int fd);
int linux_vt_graphics(int fd, int has_mode);  // sets KD_GRAPHICS, and VT_PROCESS unless has_mode; both or none
int linux_vt_is_ours(int fd);  // 1 if linux_vt_graphics was the last to set the switching mode, else 0
int linux_vt_text(int fd);  // sets VT_AUTO and KD_TEXT
int linux_vt_release(int fd);  // answers SIGUSR1
int linux_vt_acknowledge(int fd);  // answers SIGUSR2

// Worker processes. (worker.c)
// Forks. Returns 0 in the child. In the parent, `end` is a descriptor that is readable once the child has ended.
int linux_fork(int *end);
// Forks, and ends the parent with status 0. Returns 0 in the child.
int linux_detach(void);
// Kills a child, and waits for it up to 1 ms. A child that has not ended by then is reaped by linux_reap_killed.
void linux_reap(int process);
// To be called after SIGCHLD: a zombie would delay the end of a shutdown (systemd-shutdown waits for it).
void linux_reap_killed(void);
// Replaces this process by another run of this program, named `name`, with one argument and with `output` as its
// standard output. Returns only if it fails.
void linux_exec_self(const char *name, const char *argument, int output);
// Names this process for ps(1) and the log of systemd; at most 15 bytes. After linux_exec_self it is called "exe".
void linux_set_process_name(const char *name);
// Sets limits of this process (setrlimit(2)): CPU time in seconds, growth of the address space in bytes, and size of a
// file in bytes.
int linux_set_limits(unsigned long seconds, unsigned long memory, unsigned long file);
// Limits the size of files to that of a process of the same user.
int linux_limit_file_size(int process);
// Closes all descriptors except the standard streams and those in the list (close_range(2), one by one before Linux
// 5.9). (worker.c)
void linux_keep_descriptors(const int *kept, size_t count);
// Confines a worker: it keeps only the standard streams and two descriptors, which may be -1. It ends with its parent,
// has a process group of its own, and can gain no privileges.
void linux_confine(int first, int second);
// Closes all descriptors but the standard streams and the one that reports the end of a worker process.
void linux_close_files(void);
// Allows this process only the system calls of a worker: it opens files for reading only, and makes no processes,
// sockets or files. `with_devices` adds ioctl(2) and what an event loop needs. For ever. Fails with EINVAL if the
// kernel has no filters. (seccomp.c)
int linux_filter_calls(int with_devices);
// Gives up all capabilities of this process. (seccomp.c)
int linux_drop_capabilities(void);
// Landlock (landlock(7)): creates a ruleset under which this process changes no file or folder; returns its descriptor.
// `isolated`: the process connects to no abstract socket and signals no process, except its own children's.
int linux_landlock_begin(int isolated);
// Allows changes in a folder and below it.
int linux_landlock_allow(int ruleset, const char *folder);
// Restricts this process and its children to the ruleset, for ever.
int linux_landlock_apply(int ruleset);
// Sets the nice value of this process to -10. Fails without permission (CAP_SYS_NICE or RLIMIT_NICE); that is ignored.
static inline void linux_raise_priority(void) { setpriority(PRIO_PROCESS, 0, -10); }
// Sets the nice value of this process to 5, unless it is higher.
static inline int linux_lower_priority(void) {
  return getpriority(PRIO_PROCESS, 0) >= 5 ? 0 : setpriority(PRIO_PROCESS, 0, 5);
}
int linux_memory_file(void);
// A memory file of `size` bytes that no process can make smaller (F_SEAL_SHRINK).
int linux_sealed_memory_file(long size);
// Whether this program is static: board/device links it with musl in this way.
static inline int linux_is_static(void) {
#ifdef __GLIBC__
  return 0;
#else
  return 1;
#endif
}
// Returns free memory of the heap to the kernel. (runtime.c)
void linux_trim_heap(void);
// From now on, memory of 1 MB or more is mapped for itself, and returned to the kernel when it is freed. (runtime.c)
void linux_map_large_memory(void);
// Reads the files of the program and its libraries, as far as they are mapped read-only, so that no page is read from a
// disk later. (runtime.c)
void linux_load_program(void);
// Unmaps these pages. The kernel maps those that are used again. (runtime.c)
void linux_unmap_program(void);

// Terminals. (terminal.c)
// Opens a pseudoterminal. Returns its master end; `device` is set to the other end.
int linux_open_pseudoterminal(int *device);
void linux_copy_size(int from, int to);
// Copies the terminal modes, without OPOST unless with_output is set.
void linux_copy_modes(int from, int to, int with_output);
// Sets raw mode and returns the modes before it, which linux_restore_modes frees. NULL if this process is in the
// background.
void *linux_set_raw_mode(int fd);
// Sets a mode in which a line is read, Ctrl-C is a character that ends it, and characters are echoed if `echo` is set.
// Returns the modes before it; NULL if it is not a terminal.
void *linux_set_line_mode(int fd, int echo);
void linux_restore_modes(int fd, void *modes);

// Commands and job control. (command.c)
// A descriptor number of one digit, as every shell accepts, that a child would not inherit; -1 if there is none.
int linux_free_number(void);
// Starts a command. With a terminal, it runs in a session of its own as the foreground job. `extra` is one more
// descriptor to inherit, as `number`; -1 for none. `report` delivers pairs of int: a process and its wait(2) status, or
// 0 and the errno of a command that could not be started. `job` is the process of the command. Returns the child to
// wait for.
int linux_start_command(char *const *words, const int streams[3], int extra, int number, int terminal,
                        const sigset_t *mask, int *report, int *job);
// Replaces this process by a command without input and error output. Returns only if it fails.
void linux_exec(char *const *words, int output);
// waitpid(2) without blocking.
int linux_wait(int process, int *status);
// Waits for a child and returns its wait(2) status, that of the exit status 127 if there is no such child.
int linux_await(int process);
// The signal that ended a process; 0 if none did.
int linux_end_signal(int status);
// The exit status as a shell has it: 128 and the signal's number for a process that a signal ended.
int linux_exit_status(int status);
int linux_is_stopped(int status);
// Stops this process, or its process group, with SIGTSTP until SIGCONT.
void linux_suspend(int whole_group);
// Ends this process by SIGINT, or its process group. Returns if SIGINT is ignored.
void linux_interrupt(int whole_group);
