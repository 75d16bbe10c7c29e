#define _GNU_SOURCE  // for accept4 and pipe2
#include "CLinux.h"
#include <sys/wait.h>

// close(2) of an AF_UNIX socket also releases the descriptors in its queue. The last release of a TCP socket with SO_LINGER
// and unsent data sleeps as long as its owner wants, unless the process is ending (inet_release, net/ipv4/af_inet.c). So
// connections with such a queue are closed by the end of a child process.

// Whether a descriptor with that number is an accepted connection.
static char is_accepted[4096];
static int waiting[sizeof is_accepted];
static size_t count;
static int closers[4];

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
    int kept[sizeof waiting / sizeof waiting[0] + 1];
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
  if (client >= 0 && client < (int)sizeof is_accepted) is_accepted[client] = 1;
  return client;
}

void linux_close(int fd) {
  int holds = 0;
  if (fd < (int)sizeof is_accepted) {
    holds = is_accepted[fd] && holds_descriptors(fd);
    is_accepted[fd] = 0;
  }
  if (holds) waiting[count++] = fd;
  else close(fd);
}
