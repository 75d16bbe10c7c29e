#define _GNU_SOURCE  // for accept4 and pipe2
#include "CLinux.h"
#include <sys/inotify.h>
#include <sys/wait.h>

// close(2) of an AF_UNIX socket also releases the descriptors in its queue. The last release of a TCP socket with
// SO_LINGER and unsent data sleeps as long as its owner wants, unless the process is ending (inet_release,
// net/ipv4/af_inet.c). close(2) of an inotify instance sleeps for milliseconds (fsnotify_destroy_group,
// fs/notify/group.c), and so does that of a trigger of /proc/pressure (psi_trigger_destroy, kernel/sched/psi.c). So
// both, and connections with such a queue, are closed by the end of a child process.

enum { limit = 4096 };
// What a descriptor with that number is.
static unsigned char kinds[limit];
enum { other, connection, slow };
static int waiting[limit];
static size_t count;
static int closers[4];

static int note(int fd, unsigned char kind) {
  if (fd >= 0 && fd < limit) kinds[fd] = kind;
  return fd;
}

// Whether there may be descriptors in the queue of a connection. Nothing is added to the queue any more.
static int holds_descriptors(int fd) {
  char bytes[4096];
  struct iovec part = {.iov_base = bytes, .iov_len = sizeof bytes};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  int size;
  shutdown(fd, SHUT_RD);
  if (ioctl(fd, FIONREAD, &size) == 0 && size == 0) return 0;
  return recvmsg(fd, &message, MSG_PEEK | MSG_DONTWAIT) != size || message.msg_flags & MSG_CTRUNC;
}

void linux_close_waiting(void) {
  int *unused = NULL, ends[2];
  for (size_t index = 0; index < sizeof closers / sizeof closers[0]; index++) {
    if (closers[index] && waitpid(closers[index], NULL, WNOHANG) != 0) closers[index] = 0;
    if (!closers[index]) unused = &closers[index];
  }
  if (count == 0 || !unused || pipe2(ends, O_CLOEXEC)) return;
  const int process = fork();
  if (process == 0) {
    char byte;
    int kept[limit + 1];
    memcpy(kept, waiting, sizeof waiting);
    kept[count] = ends[0];
    linux_keep_descriptors(kept, count + 1);
    _exit((int)read(ends[0], &byte, 1));  // until the parent has closed its copies, or has ended
  }
  if (process > 0) {
    *unused = process;
    while (count > 0) close(waiting[--count]);
  }
  close(ends[0]);
  close(ends[1]);
}

int linux_accept(int fd) {
  const int client = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  // Without this, recvmsg drops a byte that was sent with MSG_OOB, and closes the descriptors that were passed with it.
  const int is_inline = 1;
  if (client >= 0) setsockopt(client, SOL_SOCKET, SO_OOBINLINE, &is_inline, sizeof is_inline);
  return note(client, connection);
}

int linux_connect(int fd, const struct sockaddr_un *to, socklen_t size) {
  note(fd, connection);
  return connect(fd, (const struct sockaddr *)to, size);
}

int linux_inotify(void) { return linux_close_in_child(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)); }

int linux_close_in_child(int fd) { return note(fd, slow); }

void linux_set_served(int fd, int is_served) { note(fd, is_served ? connection : other); }

int linux_close(int fd) {
  const int kind = fd < limit ? kinds[fd] : other;
  note(fd, other);
  if (kind != slow && (kind != connection || !holds_descriptors(fd))) return close(fd);
  waiting[count++] = fd;
  return 0;
}
