#include "CLinux.h"

// Writes to standard error without blocking; 0 if it takes nothing now.
static int write_at_once(const void *line, size_t count) {
  const ssize_t sent = send(2, line, count, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent >= 0 || errno != ENOTSOCK) return sent >= 0;
  struct pollfd ready = {.fd = 2, .events = POLLOUT};
  // A pipe that is ready takes PIPE_BUF bytes (pipe(7)).
  if (poll(&ready, 1, 0) != 1 || !(ready.revents & POLLOUT)) return 0;
  return write(2, line, count) >= 0;
}

void linux_log(const void *line, size_t count) {
  static unsigned long dropped;
  if (dropped > 0) {
    char note[80];
    const int size = snprintf(note, sizeof note, "loaderd: lines that were not written: %lu\n", dropped);
    if (!write_at_once(note, (size_t)size)) {
      dropped++;
      return;
    }
    dropped = 0;
  }
  if (!write_at_once(line, count)) dropped++;
}
